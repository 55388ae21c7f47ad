package dev.daybook.replay;

import dev.daybook.error.EmbedderException;
import dev.daybook.error.ModelException;
import dev.daybook.error.StaleVersionException;
import dev.daybook.internal.json.PlainJson;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Plays the steps of a scenario on a seed and tells the outcome of each. A step that fails does not stop the run. */
final class ScenarioPlayer {

    private final SeedMemory seed;
    private final Map<String, SeedOperation> operations;

    ScenarioPlayer(SeedMemory seed) {
        this.seed = seed;
        this.operations = seed.operations();
    }

    /** The outcome of each step, as an object, in their order. */
    void play(List<RecordedScenario.Step> steps, Consumer<Map<String, @Nullable Object>> outcomes) {
        for (int i = 0; i < steps.size(); i++) {
            Map<String, @Nullable Object> outcome = PlainJson.object("i", i);
            outcome.putAll(play(steps.get(i)));
            List<String> warnings = seed.stage().warnings();
            if (!warnings.isEmpty()) {
                outcome.put("warnings", warnings);
            }
            outcomes.accept(outcome);
        }
    }

    private Map<String, @Nullable Object> play(RecordedScenario.Step step) {
        Instant time = step.clock();
        if (time != null) {
            seed.stage().clock().set(time);
        }
        SeedOperation operation = operations.get(step.operation());
        if (operation == null) {
            return SeedJson.object("unsupported", true);
        }
        try {
            return SeedJson.object("result", operation.run(step.arguments()));
        } catch (RuntimeException | IOException failure) {
            String message = failure.getMessage();
            return SeedJson.object(
                    "error",
                    SeedJson.object("type", type(failure), "message", message == null ? failure.toString() : message));
        }
    }

    private static String type(Exception failure) {
        // A vector of another shape is an argument error in the files, from any source.
        if (failure instanceof IllegalArgumentException || failure instanceof EmbedderException) {
            return "argument";
        }
        if (failure instanceof StaleVersionException) {
            return "conflict";
        }
        return failure instanceof ModelException ? "model" : "store";
    }
}
