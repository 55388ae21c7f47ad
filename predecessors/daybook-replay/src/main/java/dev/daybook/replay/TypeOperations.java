package dev.daybook.replay;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Block;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Space;
import dev.daybook.query.FactQuery;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The types of jeevesagent: default values and the text form. Each is written to a memory of its own and read back. */
record TypeOperations(Clock clock) {

    private static final double SOME_CONFIDENCE = 0.456;

    Map<String, SeedOperation> operations() {
        return Map.of(
                "Episode.format", this::episodeText,
                "Fact.format", this::factText,
                "MemoryBlock.format", this::blockText,
                "Episode defaults", this::episodeDefaults,
                "Fact defaults", this::factDefaults,
                "MemoryBlock defaults", this::blockDefaults,
                "Episode(...)", this::episode,
                "Fact(confidence)", this::confidence);
    }

    private String episodeText(StepArguments given) {
        NewEpisode episode = NewEpisode.of(Message.user(given.text("input")), Message.assistant(given.text("output")))
                .occurredAt(given.time("occurred_at"));
        return stored(episode).line();
    }

    private String factText(StepArguments given) {
        OffsetDateTime until = given.time("valid_until");
        return stored(NewFact.of("user", "likes", "tea")
                        .confidence(given.decimal("confidence", SOME_CONFIDENCE))
                        .validFrom(until)
                        .validUntil(until))
                .text();
    }

    private String blockText(StepArguments given) {
        return block(given.text("name"), given.text("content")).text();
    }

    private Map<String, @Nullable Object> episodeDefaults(StepArguments given) {
        Episode episode = stored(NewEpisode.of(Message.user(""), Message.assistant("")));
        return SeedJson.object(
                "id_prefix", prefix(episode.id()),
                "id_length", episode.id().length(),
                "user_id", null,
                "tool_calls", SeedJson.toolCalls(episode),
                "embedding", episode.embedding(),
                "occurred_at_tz", episode.occurredAt().getOffset().getTotalSeconds() == 0 ? "UTC" : "other");
    }

    private Map<String, @Nullable Object> factDefaults(StepArguments given) {
        Fact fact = stored(NewFact.of("user", "likes", "tea"));
        return SeedJson.object(
                "id_prefix", prefix(fact.id()),
                "id_length", fact.id().length(),
                "confidence", fact.confidence(),
                "valid_until", SeedJson.time(fact.validUntil()),
                "sources", fact.sources().stream().map(EntryRef::id).toList(),
                "user_id", null);
    }

    private Map<String, @Nullable Object> blockDefaults(StepArguments given) {
        return SeedJson.object("pinned_order", block("persona", "").order());
    }

    private @Nullable Object episode(StepArguments given) {
        Message input = Message.user(given.text("input"));
        stored(NewEpisode.of(input, Message.assistant(given.text("output")))
                .session(given.text("session_id"))
                .occurredAt(given.time("occurred_at")));
        return null;
    }

    private double confidence(StepArguments given) {
        return stored(NewFact.of("user", "likes", "tea").confidence(given.decimal("confidence", 1)))
                .confidence();
    }

    private static String prefix(String id) {
        return id.substring(0, id.indexOf('_') + 1);
    }

    private Episode stored(NewEpisode episode) {
        return inScratch(memory ->
                memory.find(Episode.class, memory.remember(episode).id()).orElseThrow());
    }

    private Fact stored(NewFact fact) {
        return inScratch(memory -> {
            memory.facts().remember(fact);
            return memory.facts().list(FactQuery.all()).get(0);
        });
    }

    private Block block(String name, String content) {
        return inScratch(memory -> memory.blocks().remember(name, content));
    }

    private <T> T inScratch(Function<Memory, T> work) {
        try (Daybook scratch =
                Daybook.builder(new InMemoryStore()).noEmbedder().clock(clock).open()) {
            return work.apply(scratch.space(Space.DEFAULT.id()).anonymous());
        }
    }
}
