package dev.daybook.replay;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Summary;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lyra: single messages in sessions, and gists of these, all in the anonymous scope. The position of a message is its id. */
final class LyraSeed extends FolderSeed {

    private static final int RECALL_LIMIT = 5;
    private static final int GIST_LIMIT = 3;
    private static final int RECENT = 10;

    private static final Duration BETWEEN_WRITES = Duration.ofSeconds(1);

    private final ScriptedEmbedder embedder;
    private final ReplayStage stage;

    LyraSeed(RecordedScenario scenario) {
        embedder = ScriptedEmbedder.of(scenario);
        ScriptedClock clock = new ScriptedClock(scenario.start());
        stage = new ReplayStage(clock, Daybook.builder(folders.folder("")).embedder(embedder));
    }

    @Override
    public ReplayStage stage() {
        return stage;
    }

    @Override
    public Map<String, SeedOperation> operations() {
        Map<String, SeedOperation> operations = new LinkedHashMap<>();
        operations.put("remember", accepted(this::remember));
        operations.put("ensure_session", accepted(this::ensureSession));
        operations.put("store_summary", accepted(this::storeSummary));
        operations.put("recall", this::recall);
        operations.put("recall_summaries", this::recallSummaries);
        operations.put("recent", this::recent);
        operations.put("history", given -> rows(last(given.text("session_id"), Integer.MAX_VALUE)));
        operations.put("list_sessions", this::sessions);
        operations.put("get_summary", this::summary);
        operations.put(
                "unsummarized_count",
                given -> memory().session(given.text("session_id")).pending());
        operations.put("delete_session", this::deleteSession);
        operations.put("embedding_bytes", this::embeddingBytes);
        return operations;
    }

    /** Time passes after a write that was accepted. */
    private SeedOperation accepted(SeedOperation write) {
        return given -> {
            Object result = write.run(given);
            stage.clock().advance(BETWEEN_WRITES);
            return result;
        };
    }

    private long remember(StepArguments given) {
        Message message = Message.of(given.text("role"), given.text("content"));
        Receipt receipt = memory().remember(NewEpisode.of(message)
                .session(given.text("session_id"))
                .embedding(embedder.supplied(message.text()).orElse(null)));
        ReplayStage.settled(memory(), receipt);
        return receipt.position();
    }

    private @Nullable Object ensureSession(StepArguments given) {
        memory().session(given.text("session_id")).change(options -> options.name(given.optionalText("name")));
        return null;
    }

    private @Nullable Object storeSummary(StepArguments given) {
        String content = given.text("content");
        embedder.requireWidth(content);
        Summary summary =
                memory().session(given.text("session_id")).rememberSummary(content, given.number("last_exchange_id"));
        // A gist has no receipt of its own; its revision says as much.
        ReplayStage.settled(memory(), summary);
        return null;
    }

    private List<@Nullable Object> recall(StepArguments given) {
        String session = given.optionalText("session_id");
        Query query = Query.of(given.text("query"))
                .by(By.MEANING)
                .kinds(Kind.EPISODE)
                .limit(given.integer("k", RECALL_LIMIT));
        return SeedJson.list(memory().recall(session == null ? query : query.sessions(session)).stream()
                .map(hit -> SeedJson.list(hit.entry().position(), content(hit), hit.score()))
                .toArray());
    }

    private List<@Nullable Object> recallSummaries(StepArguments given) {
        String excluded = given.optionalText("exclude_session");
        Query query =
                Query.of(given.text("query")).by(By.MEANING).kinds(Kind.SUMMARY).limit(given.integer("k", GIST_LIMIT));
        if (excluded != null && !excluded.isEmpty()) {
            query = query.excludedSessions(excluded);
        }
        return SeedJson.list(memory().recall(query).stream()
                .map(hit -> {
                    Summary gist = (Summary) hit.entry();
                    return SeedJson.list(gist.session(), gist.text(), gist.upTo(), hit.score());
                })
                .toArray());
    }

    private List<?> recent(StepArguments given) {
        List<Episode> last = last(given.text("session_id"), given.integer("n", RECENT));
        return given.has("n") ? last.stream().map(Episode::position).toList() : rows(last);
    }

    /** The last messages of a session, oldest first; empty ones too, which a history leaves out. */
    private List<Episode> last(String session, int count) {
        List<Episode> newestFirst = new ArrayList<>(
                memory()
                        .recall(Query.of("")
                                .by(By.NEWEST)
                                .kinds(Kind.EPISODE)
                                .sessions(session)
                                .limit(count))
                        .stream()
                        .map(hit -> (Episode) hit.entry())
                        .toList());
        Collections.reverse(newestFirst);
        return newestFirst;
    }

    private static List<@Nullable Object> rows(List<Episode> episodes) {
        return SeedJson.list(episodes.stream()
                .map(episode -> {
                    Message message = episode.messages().get(0);
                    return SeedJson.object(
                            "id", episode.position(),
                            "session_id", episode.session(),
                            "role", message.role(),
                            "content", message.text(),
                            "created_at", SeedJson.time(episode.occurredAt()),
                            "score", null);
                })
                .toArray());
    }

    /** The one made last first, as Lyra has it; ours come by their last activity. */
    private List<@Nullable Object> sessions(StepArguments given) {
        return SeedJson.list(memory().sessions().stream()
                .sorted(Comparator.comparing(
                                (SessionInfo session) -> session.created().toInstant())
                        .reversed())
                .map(session -> SeedJson.object("id", session.id(), "name", session.name()))
                .toArray());
    }

    private @Nullable Object summary(StepArguments given) {
        return memory().session(given.text("session_id"))
                .summary()
                .map(gist -> SeedJson.object(
                        "session_id", gist.session(),
                        "content", gist.text(),
                        "last_exchange_id", gist.upTo(),
                        "created_at", SeedJson.time(gist.updatedAt()),
                        "score", null))
                .orElse(null);
    }

    private @Nullable Object deleteSession(StepArguments given) {
        memory().forget(Selection.session(given.text("session_id")));
        return null;
    }

    private @Nullable Object embeddingBytes(StepArguments given) {
        String content = given.text("content");
        float[] vector = embedder.embedDocuments(List.of(content)).get(0).toArray();
        return EmbedderOperations.packed(vector);
    }

    private static String content(Hit hit) {
        return ((Episode) hit.entry()).messages().get(0).text();
    }

    private Memory memory() {
        return stage.memory(null);
    }
}
