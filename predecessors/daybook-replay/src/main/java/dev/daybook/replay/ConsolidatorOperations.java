package dev.daybook.replay;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Space;
import dev.daybook.model.SummaryMethod;
import dev.daybook.query.ExtractionOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.spi.GroundingPolicy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The Consolidator of jeevesagent as derivations. Each operation has a memory of its own. */
record ConsolidatorOperations(Clock clock) {

    /** The schema of a request for facts; the model may get requests for gists, too. */
    private static final String FACTS = "FactsResponse";

    Map<String, SeedOperation> operations() {
        return Map.of("consolidate", this::consolidate, "memory.consolidate", this::countCalls);
    }

    /** The facts that the model found, in the order in which it named them. */
    private List<@Nullable Object> consolidate(StepArguments given) {
        StepArguments episode = StepArguments.object("episode", given.value("episode"));
        try (Daybook daybook = open(new RecordedModel(text(given.value("model_output"))))) {
            String user = episode.optionalText("user_id");
            Memory memory = user == null ? daybook.space(Space.DEFAULT.id()).anonymous() : daybook.user(user);
            memory.remember(
                    NewEpisode.of(Message.user(episode.text("input")), Message.assistant(episode.text("output")))
                            .id(episode.id("id"))
                            .session(episode.optionalText("session_id"))
                            .occurredAt(episode.time("occurred_at")));
            memory.consolidate();
            return SeedJson.list(memory.facts().list(FactQuery.all()).stream()
                    // If a model fails, patterns take its place for the time being.
                    .filter(fact -> fact.method() == SummaryMethod.MODEL)
                    .sorted(Comparator.comparingLong(Fact::position))
                    .map(fact -> shown(memory, fact))
                    .toArray());
        }
    }

    private static Map<String, @Nullable Object> shown(Memory memory, Fact fact) {
        return SeedJson.object(
                "s", fact.subject(),
                "p", fact.predicate(),
                "o", fact.object(),
                "confidence", fact.confidence(),
                "user_id", SeedJson.user(memory.scope()),
                "valid_from", SeedJson.time(fact.validFrom()),
                "sources", fact.sources().stream().map(EntryRef::id).toList());
    }

    /** The calls of the model after a first time, a second time, and a third after an episode was overwritten. */
    private Map<String, @Nullable Object> countCalls(StepArguments given) {
        RecordedModel model = new RecordedModel("[]");
        List<Long> calls = new ArrayList<>();
        try (Daybook daybook = open(model)) {
            Memory memory = daybook.space(Space.DEFAULT.id()).anonymous();
            List<String> episodes = given.texts("episodes");
            episodes.forEach(id -> remember(memory, id, "I said " + id + "."));
            for (int times = 1; times <= 2; times++) {
                memory.consolidate();
                calls.add(model.askedFor(FACTS));
            }
            episodes.stream().limit(1).forEach(id -> remember(memory, id, "I said something else."));
            memory.consolidate();
            calls.add(model.askedFor(FACTS));
        }
        return SeedJson.object("model_calls_after_each", calls);
    }

    private static void remember(Memory memory, String id, String said) {
        memory.remember(NewEpisode.of(Message.user(said), Message.assistant("I see."))
                .id(id)
                .session("s"));
    }

    private Daybook open(RecordedModel model) {
        return Daybook.builder(new InMemoryStore())
                .noEmbedder()
                .clock(clock)
                .languageModel(model)
                // Scripted answers are symbols, which no source holds.
                .grounding(GroundingPolicy.off())
                .retryAfter(Duration.ZERO)
                // One call an episode, as the seed.
                .extraction(ExtractionOptions.DEFAULTS.windowTokens(0))
                .background(false)
                .open();
    }

    private static String text(@Nullable Object output) {
        return output instanceof String text ? text : PlainJson.write(output);
    }
}
