package dev.daybook.remember;

import dev.daybook.data.Scope;
import dev.daybook.data.Settings;
import dev.daybook.data.Space;
import dev.daybook.spi.Batch;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Commit;
import dev.daybook.spi.Put;
import dev.daybook.spi.StateChange;
import dev.daybook.spi.Store;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The settings of spaces: a state of what is shared in the space for each. Thread-safe. */
public final class SettingsStates {

    private static final String SECRETS = "settings/secrets";

    private final Store store;
    private final Clock clock;
    private final AuditTrail audit;
    private final Ulids operations;
    /** A write looks its settings up; only one process writes, so what was read once stays true until it is changed here. */
    private final Map<Space, Settings> known = new ConcurrentHashMap<>();

    public SettingsStates(Store store, Clock clock, AuditTrail audit) {
        this.store = store;
        this.clock = clock;
        this.audit = audit;
        this.operations = new Ulids(clock);
    }

    public Settings of(Space space) {
        return known.computeIfAbsent(space, this::read);
    }

    public void change(Space space, Settings settings) {
        Scope shared = new Scope.Shared(space);
        audit.untilNoConflict(shared, () -> write(shared, settings));
        known.put(space, settings);
    }

    private Commit write(Scope shared, Settings settings) {
        String operation = operations.next("op_");
        StateChange secrets =
                new StateChange(SECRETS, Put.ANY, Blob.of(settings.secrets().label()));
        AuditTrail.Entry entry = audit.record(shared, operation, "settings", clock.instant(), List.of());
        List<StateChange> states =
                entry.newKey().map(key -> List.of(secrets, key)).orElse(List.of(secrets));
        return store.write(new Batch(shared, operation, List.of(), List.of(), states, entry.audit()));
    }

    /** To be called when what is shared in a space was forgotten: the settings went with it. */
    public void drop(Space space) {
        known.remove(space);
    }

    private Settings read(Space space) {
        return store.states(new Scope.Shared(space), SECRETS, null, 1).items().stream()
                .map(state -> new Settings(Settings.Secrets.of(state.bytes().text())))
                .findFirst()
                .orElse(Settings.DEFAULTS);
    }
}
