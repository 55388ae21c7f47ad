package dev.daybook.replay;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.local.BlockBounds;
import dev.daybook.local.InMemoryStore;
import dev.daybook.query.Query.By;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** InMemoryMemory of jeevesagent, with its fact store, its embedder and its types: a store in memory, without an embedder. */
final class InMemorySeed implements SeedMemory {

    private static final String MAX_USERS = "max_users";
    private static final String IDLE_TTL = "user_idle_ttl_seconds";
    private static final double NANOS = 1e9;

    private final ReplayStage stage;

    InMemorySeed(RecordedScenario scenario) {
        ScriptedClock clock = new ScriptedClock(scenario.start());
        stage = new ReplayStage(clock, memory(BlockBounds.DEFAULTS, clock));
    }

    @Override
    public ReplayStage stage() {
        return stage;
    }

    @Override
    public Map<String, SeedOperation> operations() {
        Map<String, SeedOperation> operations = new LinkedHashMap<>();
        operations.putAll(new BlockOperations(stage).operations());
        operations.putAll(new EpisodeOperations(stage, By.TEXT, document -> Optional.empty()).operations());
        operations.putAll(new FactOperations(stage).operations());
        operations.putAll(new ScopeOperations(stage).operations());

        operations.putAll(new EmbedderOperations().operations());
        operations.putAll(new TypeOperations(stage.clock()).operations());
        operations.putAll(new ConsolidatorOperations(stage.clock()).operations());
        operations.put("construct", this::construct);
        operations.put("defaults", this::defaults);
        operations.put("advance_clock", this::advance);
        return operations;
    }

    /** Of an embedder, if it names a width; else of a memory. */
    private @Nullable Object construct(StepArguments given) {
        if (given.has("dimensions")) {
            EmbedderOperations.construct(given);
        } else {
            stage.replace(memory(bounds(given), stage.clock()));
        }
        return null;
    }

    private @Nullable Object advance(StepArguments given) {
        stage.clock().advance(seconds(given, "seconds"));
        return null;
    }

    /** A bound that is not named is the default one; null switches it off. */
    private static BlockBounds bounds(StepArguments given) {
        BlockBounds bounds = BlockBounds.DEFAULTS;
        if (given.has(MAX_USERS)) {
            bounds = bounds.maxUsers(given.value(MAX_USERS) == null ? null : given.integer(MAX_USERS, 0));
        }
        if (given.has(IDLE_TTL)) {
            bounds = bounds.idleTtl(given.value(IDLE_TTL) == null ? null : seconds(given, IDLE_TTL));
        }
        return bounds;
    }

    private Map<String, @Nullable Object> defaults(StepArguments given) {
        Duration idle = BlockBounds.DEFAULTS.idleTtl();
        return SeedJson.object(
                MAX_USERS, BlockBounds.DEFAULTS.maxUsers(), IDLE_TTL, idle == null ? null : idle.toSeconds());
    }

    private static Duration seconds(StepArguments given, String name) {
        return Duration.ofNanos(Math.round(given.decimal(name, 0) * NANOS));
    }

    private static DaybookBuilder memory(BlockBounds bounds, ScriptedClock clock) {
        return Daybook.builder(new InMemoryStore(bounds, clock)).noEmbedder();
    }
}
