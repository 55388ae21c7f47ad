package dev.daybook.replay;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Fact;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Space;
import dev.daybook.model.SummaryMethod;
import dev.daybook.query.ExtractionOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.spi.GroundingPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The consolidator of jeevesagent: our facts, as a model finds them in episodes. Each step has a memory of its own. Facts
 * that the patterns find where the model fails are not tested here.
 */
final class ConsolidateOperations {

    private final ReplayStage stage;

    ConsolidateOperations(ReplayStage stage) {
        this.stage = stage;
    }

    Map<String, SeedOperation> operations() {
        return Map.of("consolidate", this::consolidate, "memory.consolidate", this::calls);
    }

    private List<?> consolidate(StepArguments given) {
        Object output = given.value("model_output");
        StepArguments episode = StepArguments.object("episode", given.value("episode"));
        try (Daybook daybook =
                open(new OneAnswerModel(output instanceof String text ? text : PlainJson.write(output)))) {
            String user = episode.optionalText("user_id");
            Memory memory = user == null ? daybook.space(Space.DEFAULT.id()).anonymous() : daybook.user(user);
            memory.remember(
                    NewEpisode.of(Message.user(said(episode, "input")), Message.assistant(said(episode, "output")))
                            .id(episode.id("id"))
                            .occurredAt(episode.time("occurred_at")));
            memory.consolidate();
            return memory.facts().list(FactQuery.all()).stream()
                    .filter(fact -> fact.method() == SummaryMethod.MODEL)
                    .sorted(Comparator.comparingLong(Fact::position))
                    .map(fact -> found(memory, fact))
                    .toList();
        }
    }

    private static String said(StepArguments episode, String field) {
        String text = episode.optionalText(field);
        return text == null ? "" : text;
    }

    private static Map<String, @Nullable Object> found(Memory memory, Fact fact) {
        Map<String, @Nullable Object> shown = SeedJson.fact(memory, fact);
        shown.keySet().retainAll(List.of("user_id", "s", "p", "o", "confidence", "valid_from", "sources"));
        return shown;
    }

    /** The number of model calls: after all were read, once more, and after the first was overwritten. */
    private Map<String, @Nullable Object> calls(StepArguments given) {
        OneAnswerModel model = new OneAnswerModel("[]");
        List<@Nullable Object> calls = new ArrayList<>();
        try (Daybook daybook = open(model)) {
            Memory memory = daybook.space(Space.DEFAULT.id()).anonymous();
            List<String> ids = given.list("episodes").stream()
                    .map(item -> item instanceof String id
                            ? id
                            : StepArguments.object("episodes", item).text("id"))
                    .toList();
            ids.forEach(id -> memory.remember(episode(id, "What was said in " + id + ".")));
            memory.consolidate();
            calls.add(model.calls());
            memory.consolidate();
            calls.add(model.calls());
            ids.stream().findFirst().ifPresent(id -> memory.remember(episode(id, "Something else.")));
            memory.consolidate();
            calls.add(model.calls());
        }
        return SeedJson.object("model_calls_after_each", calls);
    }

    /** Of no session: a gist would be a call of the model as well. */
    private static NewEpisode episode(String id, String text) {
        return NewEpisode.of(Message.user(text), Message.assistant("I see.")).id(id);
    }

    private Daybook open(OneAnswerModel model) {
        return Daybook.builder(new InMemoryStore())
                .noEmbedder()
                .clock(stage.clock())
                .languageModel(model)
                .grounding(GroundingPolicy.off())
                .retryAfter(Duration.ZERO)
                // One call an episode, as the seed.
                .extraction(ExtractionOptions.DEFAULTS.windowTokens(0))
                .background(false)
                .open();
    }
}
