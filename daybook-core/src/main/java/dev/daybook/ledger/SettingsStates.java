package dev.daybook.ledger;

import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.data.SpaceSettings;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryPut;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.WriteBatch;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The settings of spaces, stored as states of the shared scope. Thread-safe. */
public final class SettingsStates {

    /** The prefix of the states. Settings are no memory: a forget of the shared scope keeps them. */
    public static final String PREFIX = "settings/";

    private static final String BANK_ENABLED = "settings/bank.enabled";
    private static final String BANK_TOKENS = "settings/bank.maxTokens";
    private static final String SECRETS = "settings/secrets";
    private static final String MODEL_TOKENS = "settings/models.tokensPerDay";
    private static final String OFF = "settings/derivations.off";
    private static final String NONE = "none";
    private static final String UNLIMITED = "unlimited";

    /** More than there are, so that one page holds all. */
    private static final int PAGE = 100;

    private final Store store;
    private final Clock clock;
    private final AuditTrail audit;
    private final UlidGenerator operations;
    /** Every write reads its settings. Only one process writes, so a cached value is valid until it is changed here. */
    private final Map<Space, SpaceSettings> known = new ConcurrentHashMap<>();

    public SettingsStates(Store store, Clock clock, AuditTrail audit) {
        this.store = store;
        this.clock = clock;
        this.audit = audit;
        this.operations = new UlidGenerator(clock);
    }

    public SpaceSettings of(Space space) {
        return known.computeIfAbsent(space, this::read);
    }

    /** Changes settings atomically: of two concurrent changes the second sees the first. */
    public synchronized SpaceSettings change(Space space, UnaryOperator<SpaceSettings> change) {
        SpaceSettings changed = change.apply(of(space));
        Scope shared = new Scope.Shared(space);
        audit.retryOnConflict(shared, () -> write(shared, changed));
        known.put(space, changed);
        return changed;
    }

    private CommitResult write(Scope shared, SpaceSettings settings) {
        String operation = operations.next("op_");
        AuditTrail.AuditWrite entry = audit.record(shared, operation, "settings", clock.instant(), List.of());
        List<StateChange> states = new ArrayList<>(List.of(
                state(SECRETS, settings.secrets().label()),
                state(BANK_ENABLED, String.valueOf(settings.bank().enabled())),
                state(BANK_TOKENS, String.valueOf(settings.bank().maxTokens())),
                state(MODEL_TOKENS, text(settings.models().tokensPerDay())),
                state(OFF, text(settings.off()))));
        entry.newKey().ifPresent(states::add);
        return store.write(new WriteBatch(shared, operation, List.of(), List.of(), states, entry.audit()));
    }

    private static StateChange state(String name, String value) {
        return new StateChange(name, EntryPut.ANY, Blob.of(value));
    }

    /** A setting without a state has its default, since later versions add settings. */
    private SpaceSettings read(Space space) {
        Map<String, String> states = new HashMap<>();
        store.states(new Scope.Shared(space), PREFIX, null, PAGE)
                .items()
                .forEach(state -> states.put(state.name(), state.bytes().text()));
        SpaceSettings defaults = SpaceSettings.DEFAULTS;
        String secrets = states.getOrDefault(SECRETS, defaults.secrets().label());
        String enabled =
                states.getOrDefault(BANK_ENABLED, String.valueOf(defaults.bank().enabled()));
        String tokens =
                states.getOrDefault(BANK_TOKENS, String.valueOf(defaults.bank().maxTokens()));
        return defaults.secrets(SpaceSettings.Secrets.of(secrets))
                .bank(SpaceSettings.Bank.OFF
                        .enabled(Boolean.parseBoolean(enabled))
                        .maxTokens(Integer.parseInt(tokens)))
                .models(SpaceSettings.Models.UNLIMITED.tokensPerDay(
                        number(states.getOrDefault(MODEL_TOKENS, UNLIMITED))))
                .off(off(states.getOrDefault(OFF, NONE)));
    }

    private static String text(Set<SpaceSettings.Derivation> off) {
        return off.isEmpty()
                ? NONE
                : off.stream().map(SpaceSettings.Derivation::label).collect(Collectors.joining(","));
    }

    private static Set<SpaceSettings.Derivation> off(String labels) {
        return labels.equals(NONE)
                ? Set.of()
                : Arrays.stream(labels.split(","))
                        .map(SpaceSettings.Derivation::of)
                        .collect(Collectors.toSet());
    }

    private static String text(@Nullable Long tokens) {
        return tokens == null ? UNLIMITED : tokens.toString();
    }

    private static @Nullable Long number(String tokens) {
        return tokens.equals(UNLIMITED) ? null : Long.valueOf(tokens);
    }
}
