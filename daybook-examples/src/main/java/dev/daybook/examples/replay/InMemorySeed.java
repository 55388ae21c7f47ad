package dev.daybook.examples.replay;

import dev.daybook.Daybook;
import dev.daybook.data.Query.By;
import dev.daybook.local.InMemoryStore;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** InMemoryMemory of jeevesagent, with its fact store, its embedder and its types: a store in memory, without an embedder. */
final class InMemorySeed implements Seed {

    private final Stage stage;

    InMemorySeed(Scenario scenario) {
        ScriptedClock clock = new ScriptedClock(scenario.start());
        stage = new Stage(clock, open(clock));
    }

    @Override
    public Stage stage() {
        return stage;
    }

    @Override
    public Map<String, Operation> operations() {
        Map<String, Operation> operations = new LinkedHashMap<>();
        operations.putAll(new BlockOperations(stage).operations());
        operations.putAll(new EpisodeOperations(stage, By.TEXT, document -> Optional.empty()).operations());
        operations.putAll(new FactOperations(stage).operations());
        operations.putAll(new ScopeOperations(stage).operations());
        operations.putAll(new EmbedderOperations().operations());
        operations.putAll(new TypeOperations(stage.clock()).operations());
        operations.put("construct", this::construct);
        operations.put("advance_clock", this::advance);
        return operations;
    }

    /** Of an embedder, if it names a width; else of a memory. */
    private @Nullable Object construct(Arguments given) {
        if (given.has("dimensions")) {
            EmbedderOperations.construct(given);
        } else {
            stage.replace(() -> open(stage.clock()));
        }
        return null;
    }

    private @Nullable Object advance(Arguments given) {
        stage.clock().advance(Duration.ofNanos(Math.round(given.decimal("seconds", 0) * 1e9)));
        return null;
    }

    private static Daybook open(ScriptedClock clock) {
        return Daybook.builder(new InMemoryStore()).noEmbedder().clock(clock).open();
    }
}
