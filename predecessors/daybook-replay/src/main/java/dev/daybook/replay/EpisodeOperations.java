package dev.daybook.replay;

import dev.daybook.Memory;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Embedding;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.ToolCall;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Turn;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The episodes of jeevesagent: a user's words and the answer, in a session. */
final class EpisodeOperations {

    /** The counterpart of a collection of Chroma: a space. */
    static final String COLLECTION = "collection_name";

    private static final int RECALL_LIMIT = 5;
    private static final int MESSAGE_LIMIT = 20;

    private final ReplayStage stage;
    private final By by;
    private final Function<String, Optional<Embedding>> vectors;

    /**
     * @param by how the seed searches
     * @param vectors the vectors that an application supplies with its episodes, by text
     */
    EpisodeOperations(ReplayStage stage, By by, Function<String, Optional<Embedding>> vectors) {
        this.stage = stage;
        this.by = by;
        this.vectors = vectors;
    }

    Map<String, SeedOperation> operations() {
        return Map.of(
                "remember", this::remember,
                "recall", this::recall,
                "session_messages", this::messages,
                "assemble", this::assemble);
    }

    private String remember(StepArguments given) {
        Memory memory = memory(given);
        String input = given.text("input");
        String output = given.text("output");
        NewEpisode episode = NewEpisode.of(Message.user(input), Message.assistant(output))
                .id(given.id("id"))
                .session(given.optionalText("session_id"))
                .occurredAt(given.time("occurred_at"))
                .toolCalls(given.objects("tool_calls").stream()
                        .map(EpisodeOperations::toolCall)
                        .toList())
                .embedding(embedding(given, input, output));
        return ReplayStage.settled(memory, memory.remember(episode));
    }

    private @Nullable Embedding embedding(StepArguments given, String input, String output) {
        String document =
                Stream.of(input, output).filter(text -> !text.isEmpty()).collect(Collectors.joining("\n"));
        return given.has("embedding")
                ? given.embedding("embedding")
                : vectors.apply(document).orElse(null);
    }

    /** Kept whole under its arguments, because the fields of a call are the caller's own. */
    private static ToolCall toolCall(StepArguments call) {
        String name = Stream.of("tool", "name")
                .filter(field -> call.value(field) instanceof String)
                .findFirst()
                .map(call::text)
                .orElse("tool");
        return new ToolCall(null, name, PlainJson.write(call.values()), null);
    }

    private List<?> recall(StepArguments given) {
        Memory memory = memory(given);
        List<@Nullable Instant> range = given.range("time_range");
        Query query = Query.of(given.text("query"))
                .kinds(kind(given.optionalText("kind")))
                .from(range.get(0))
                .to(range.get(1));
        List<Entry> entries = hits(memory, query, given.integer("limit", RECALL_LIMIT)).stream()
                .map(Hit::entry)
                .toList();
        String as = given.optionalText("as");
        if ("episodes".equals(as)) {
            return entries.stream()
                    .map(entry -> SeedJson.episode(memory.scope(), (Episode) entry))
                    .toList();
        }
        return "times".equals(as)
                ? entries.stream()
                        .map(entry -> SeedJson.time(entry.occurredAt()))
                        .toList()
                : SeedJson.ids(entries);
    }

    private static Kind kind(@Nullable String kind) {
        if (kind == null || kind.equals("episodic")) {
            return Kind.EPISODE;
        }
        if (kind.equals("semantic")) {
            return Kind.FACT;
        }
        throw new IllegalArgumentException("kind is '" + kind + "'; use episodic or semantic");
    }

    /** The hits of a query; a blank one asks for the newest, however the seed searches. */
    List<Hit> hits(Memory memory, Query query, int limit) {
        boolean newest = by == By.MEANING && query.text().isBlank();
        return memory.recall(query.by(newest ? By.NEWEST : by).fallback(true).limit(limit));
    }

    private List<@Nullable Object> messages(StepArguments given) {
        return SeedJson.list(
                messages(memory(given), given.text("session_id"), given.integer("limit", MESSAGE_LIMIT)).stream()
                        .map(message -> SeedJson.list(message.role(), message.text()))
                        .toArray());
    }

    /** The messages of the last episodes of a session: half as many episodes as messages are asked for. */
    private static List<Message> messages(Memory memory, String session, int limit) {
        int episodes = limit / 2;
        List<Turn> turns = memory.session(session).turns(limit);
        Deque<Message> messages = new ArrayDeque<>();
        Set<String> seen = new HashSet<>();
        for (int i = turns.size() - 1; i >= 0; i--) {
            seen.add(turns.get(i).episode());
            if (seen.size() > episodes) {
                break;
            }
            messages.addFirst(turns.get(i).message());
        }
        return List.copyOf(messages);
    }

    /** A prompt as the agent loop of jeevesagent builds it, from single calls. */
    private List<@Nullable Object> assemble(StepArguments given) {
        Memory memory = memory(given);
        SeedPrompt prompt = new SeedPrompt();
        Optional.ofNullable(given.optionalText("instructions")).ifPresent(prompt::system);
        prompt.blocks(memory.blocks().list());
        String question = given.text("prompt");
        String session = given.text("session_id");
        Query elsewhere = Query.of(question).kinds(Kind.EPISODE).excludedSessions(session);
        prompt.recalled(
                memory.facts().recall(question, SeedPrompt.FACTS),
                hits(memory, elsewhere, SeedPrompt.EPISODES).stream()
                        .map(hit -> (Episode) hit.entry())
                        .toList());
        messages(memory, session, MESSAGE_LIMIT).forEach(prompt::message);
        prompt.message(Message.user(question));
        return prompt.lines();
    }

    private Memory memory(StepArguments given) {
        return stage.memory(given.optionalText(COLLECTION), given.optionalText("user_id"));
    }
}
