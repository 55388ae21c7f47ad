package dev.daybook.internal.settings;

import dev.daybook.access.Principal;
import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.internal.codec.ByteReader;
import dev.daybook.internal.commit.AuditedCommit;
import dev.daybook.internal.commit.AuditedCommit.AuditedAction;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.internal.json.settings.SpaceSetting;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.query.SpaceSettings;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.WriteBatch;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The settings of spaces, stored as states of the shared scope. Thread-safe. */
public final class SettingsStates {

    /** The prefix of the states. Settings are no memory: a forget of the shared scope keeps them. */
    public static final String PREFIX = "settings/";

    /** The names of the states, which each change writes all together. */
    public static final List<String> NAMES =
            SpaceSetting.ALL.stream().map(SettingsStates::nameOf).toList();

    /** The text of no key. */
    private static final String NONE = "none";

    /** More than there are, so that one page holds all. */
    private static final int PAGE = 100;

    private final Store store;
    private final Clock clock;
    private final ScopeLocks scopeLocks;
    private final AuditTrail audit;
    private final AuditedCommit commit;
    private final boolean isShared;

    /**
     * Every write reads its settings. If only this process writes, a cached value is valid until it is changed here; if
     * others do, none is cached.
     */
    private final Map<Space, StoredSettings> known = new ConcurrentHashMap<>();

    public SettingsStates(Store store, Clock clock, ScopeLocks scopeLocks, AuditTrail audit) {
        this.store = store;
        this.clock = clock;
        this.scopeLocks = scopeLocks;
        this.audit = audit;
        this.commit = new AuditedCommit(store, clock, scopeLocks, audit);
        this.isShared = store.guarantees().isShared();
    }

    /**
     * The settings of a space with their secret.
     *
     * @param refusalKey the key of the hashes of forgotten texts; null unless the space refuses such texts
     */
    public record StoredSettings(
            SpaceSettings settings, @Nullable RefusalKey refusalKey) {

        private StoredSettings changed(SpaceSettings settings) {
            RefusalKey present = refusalKey == null ? RefusalKey.random() : refusalKey;
            return new StoredSettings(settings, settings.refuseForgotten() ? present : null);
        }
    }

    public SpaceSettings of(Space space) {
        return stored(space).settings();
    }

    /** Returns the settings with the key of the hashes of forgotten texts. */
    public StoredSettings stored(Space space) {
        return isShared ? decode(states(space)) : known.computeIfAbsent(space, each -> decode(states(each)));
    }

    /** Returns the rules for a write of a principal to a scope that begins now. */
    public WritePolicy policy(Scope scope, Principal principal) {
        StoredSettings stored = stored(scope.space());
        RefusalKey key = stored.refusalKey();
        return new WritePolicy(
                principal,
                stored.settings().secrets(),
                key == null ? RefusedTexts.NONE : RefusalStates.of(store, key, scope));
    }

    /**
     * Changes settings atomically: of two concurrent changes the second sees the first, in any process. Holds the write
     * lock of the shared scope, as a forget does, so that no forget adds hashes with a key that is being deleted.
     */
    public synchronized SpaceSettings change(Space space, UnaryOperator<SpaceSettings> change) {
        Scope shared = new Scope.Shared(space);
        return scopeLocks.withLock(shared, () -> {
            SettingsChange changed =
                    isShared ? commit.change(shared, () -> changeStored(shared, change)) : changeKnown(shared, change);
            if (changed.after().refusalKey() == null) {
                deleteHashes(shared, changed.before().refusalKey() != null);
            }
            return changed.after().settings();
        });
    }

    private record SettingsChange(StoredSettings before, StoredSettings after) {}

    private SettingsChange changeStored(Scope shared, UnaryOperator<SpaceSettings> change) {
        Map<String, ScopeState> present = states(shared.space());
        StoredSettings before = decode(present);
        StoredSettings changed = before.changed(change.apply(before.settings()));
        write(shared, action(before, changed), changed, name -> version(present, name));
        return new SettingsChange(before, changed);
    }

    private SettingsChange changeKnown(Scope shared, UnaryOperator<SpaceSettings> change) {
        StoredSettings before = stored(shared.space());
        StoredSettings changed = before.changed(change.apply(before.settings()));
        commit.change(shared, () -> write(shared, action(before, changed), changed, name -> EntryPut.ANY));
        known.put(shared.space(), changed);
        return new SettingsChange(before, changed);
    }

    /**
     * Erases the hashes of forgotten texts of a space. Their key is gone already, so none of them refuses anything; those
     * that a crash leaves behind are erased by the next change of settings.
     *
     * @param refused whether the space refused forgotten texts until now. Another process may be adding hashes then; an
     *     erasure raises the epoch, which its commit expects
     */
    private void deleteHashes(Scope shared, boolean refused) {
        boolean mayGrow = refused && isShared;
        List<String> names = RefusalStates.names(store, shared.space());
        while (mayGrow || !names.isEmpty()) {
            store.erase(
                    shared,
                    EraseRequest.of(List.of(), names),
                    new WriteBatch(shared, commit.nextOperation(), List.of(), List.of(), List.of(), null));
            audit.drop(shared);
            mayGrow = false;
            names = RefusalStates.names(store, shared.space());
        }
    }

    private static long version(Map<String, ScopeState> present, String name) {
        ScopeState state = present.get(name);
        return state == null ? 0 : state.version();
    }

    /** A hold that begins or ends has an audit entry of its own. */
    private static String action(StoredSettings before, StoredSettings after) {
        String hold = after.settings().legalHold();
        if (Objects.equals(before.settings().legalHold(), hold)) {
            return "settings";
        }
        return hold == null ? AuditEntry.HOLD_ENDED : AuditEntry.HOLD;
    }

    /** @param expected the expected version of a state, by name */
    private CommitResult write(
            Scope shared, String actionName, StoredSettings stored, ToLongFunction<String> expected) {
        List<StateChange> states = SpaceSetting.ALL.stream()
                .map(setting -> {
                    String name = nameOf(setting);
                    return new StateChange(name, expected.applyAsLong(name), Blob.of(text(setting, stored)));
                })
                .toList();
        AuditedAction action = new AuditedAction(commit.nextOperation(), actionName, clock.instant(), List.of());
        return commit.commit(shared, action, List.of(), states);
    }

    private static String nameOf(SpaceSetting<?> setting) {
        return PREFIX + setting.name();
    }

    /** A space that refuses forgotten texts stores the key of their hashes, so that both change in one. */
    private static String text(SpaceSetting<?> setting, StoredSettings stored) {
        if (setting != SpaceSetting.REFUSE_FORGOTTEN) {
            return setting.text(stored.settings());
        }
        RefusalKey key = stored.refusalKey();
        return key == null ? NONE : key.encode();
    }

    private Map<String, ScopeState> states(Space space) {
        return store.states(new Scope.Shared(space), PREFIX, null, PAGE).items().stream()
                .collect(Collectors.toMap(ScopeState::name, state -> state));
    }

    /** A setting without a state has its default, since later versions add settings. */
    private static StoredSettings decode(Map<String, ScopeState> stored) {
        try {
            return read(stored);
        } catch (IllegalArgumentException impossible) {
            throw ByteReader.damaged("a setting has an impossible value");
        }
    }

    private static StoredSettings read(Map<String, ScopeState> stored) {
        SpaceSettings settings = SpaceSettings.DEFAULTS;
        RefusalKey key = null;
        for (SpaceSetting<?> setting : SpaceSetting.ALL) {
            ScopeState state = stored.get(nameOf(setting));
            if (state == null) {
                continue;
            }
            String text = state.bytes().text();
            if (setting != SpaceSetting.REFUSE_FORGOTTEN) {
                settings = setting.changed(settings, text);
            } else if (!text.equals(NONE)) {
                key = RefusalKey.decode(text);
            }
        }
        return new StoredSettings(settings.refuseForgotten(key != null), key);
    }
}
