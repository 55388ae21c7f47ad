package dev.daybook.internal.settings;

import dev.daybook.access.Principal;
import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.internal.codec.ByteReader;
import dev.daybook.internal.commit.AuditedCommit;
import dev.daybook.internal.commit.AuditedCommit.AuditedAction;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
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
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
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
    private static final String LOW_TRUST = "settings/lowTrust";
    private static final String RETENTION = "settings/retention.days";

    /** The key of the hashes while the space refuses forgotten texts, so that the setting and the key change in one. */
    private static final String REFUSE_FORGOTTEN = "settings/refuseForgotten";

    /** The names of the states, which each change writes all together. */
    public static final List<String> NAMES =
            List.of(SECRETS, BANK_ENABLED, BANK_TOKENS, MODEL_TOKENS, OFF, LOW_TRUST, RETENTION, REFUSE_FORGOTTEN);

    private static final String NONE = "none";
    private static final String UNLIMITED = "unlimited";

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
        write(shared, changed, name -> version(present, name));
        return new SettingsChange(before, changed);
    }

    private SettingsChange changeKnown(Scope shared, UnaryOperator<SpaceSettings> change) {
        StoredSettings before = stored(shared.space());
        StoredSettings changed = before.changed(change.apply(before.settings()));
        commit.change(shared, () -> write(shared, changed, name -> EntryPut.ANY));
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
            if (isShared) {
                audit.drop(shared);
            }
            mayGrow = false;
            names = RefusalStates.names(store, shared.space());
        }
    }

    private static long version(Map<String, ScopeState> present, String name) {
        ScopeState state = present.get(name);
        return state == null ? 0 : state.version();
    }

    /** @param expected the expected version of a state, by name */
    private CommitResult write(Scope shared, StoredSettings stored, ToLongFunction<String> expected) {
        SpaceSettings settings = stored.settings();
        RefusalKey key = stored.refusalKey();
        List<StateChange> states = List.of(
                state(SECRETS, settings.secrets().label(), expected),
                state(BANK_ENABLED, String.valueOf(settings.bank().enabled()), expected),
                state(BANK_TOKENS, String.valueOf(settings.bank().maxTokens()), expected),
                state(MODEL_TOKENS, text(settings.models().tokensPerDay()), expected),
                state(OFF, text(settings.off()), expected),
                state(LOW_TRUST, settings.lowTrust().label(), expected),
                state(RETENTION, days(settings.retentionDays()), expected),
                state(REFUSE_FORGOTTEN, key == null ? NONE : key.encode(), expected));
        AuditedAction action = new AuditedAction(commit.nextOperation(), "settings", clock.instant(), List.of());
        return commit.commit(shared, action, List.of(), states);
    }

    private static StateChange state(String name, String value, ToLongFunction<String> expected) {
        return new StateChange(name, expected.applyAsLong(name), Blob.of(value));
    }

    private Map<String, ScopeState> states(Space space) {
        return store.states(new Scope.Shared(space), PREFIX, null, PAGE).items().stream()
                .collect(Collectors.toMap(ScopeState::name, state -> state));
    }

    /** A setting without a state has its default, since later versions add settings. */
    private static StoredSettings decode(Map<String, ScopeState> stored) {
        Map<String, String> states = new HashMap<>();
        stored.forEach((name, state) -> states.put(name, state.bytes().text()));
        try {
            return read(states);
        } catch (IllegalArgumentException impossible) {
            throw ByteReader.damaged("a setting has an impossible value");
        }
    }

    private static StoredSettings read(Map<String, String> states) {
        SpaceSettings defaults = SpaceSettings.DEFAULTS;
        String secrets = states.getOrDefault(SECRETS, defaults.secrets().label());
        String enabled =
                states.getOrDefault(BANK_ENABLED, String.valueOf(defaults.bank().enabled()));
        String tokens =
                states.getOrDefault(BANK_TOKENS, String.valueOf(defaults.bank().maxTokens()));
        String key = states.getOrDefault(REFUSE_FORGOTTEN, NONE);
        SpaceSettings settings = defaults.secrets(SpaceSettings.Secrets.of(secrets))
                .bank(SpaceSettings.Bank.OFF
                        .enabled(Boolean.parseBoolean(enabled))
                        .maxTokens(Integer.parseInt(tokens)))
                .models(SpaceSettings.Models.UNLIMITED.tokensPerDay(
                        number(states.getOrDefault(MODEL_TOKENS, UNLIMITED))))
                .off(off(states.getOrDefault(OFF, NONE)))
                .lowTrust(SpaceSettings.LowTrust.of(
                        states.getOrDefault(LOW_TRUST, defaults.lowTrust().label())))
                .retentionDays(days(states.getOrDefault(RETENTION, NONE)))
                .refuseForgotten(!key.equals(NONE));
        return new StoredSettings(settings, key.equals(NONE) ? null : RefusalKey.decode(key));
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

    private static String days(@Nullable Integer days) {
        return days == null ? NONE : days.toString();
    }

    private static @Nullable Integer days(String days) {
        return days.equals(NONE) ? null : Integer.valueOf(days);
    }

    private static String text(@Nullable Long tokens) {
        return tokens == null ? UNLIMITED : tokens.toString();
    }

    private static @Nullable Long number(String tokens) {
        return tokens.equals(UNLIMITED) ? null : Long.valueOf(tokens);
    }
}
