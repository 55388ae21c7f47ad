package dev.daybook.internal.audit;

import dev.daybook.internal.codec.HmacSha256;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Creates audit entries. An audit entry must prove that an id was written or forgotten, and must not reveal the id
 * after a forget. It therefore holds an HMAC of the id under a key of the scope; the key is a state of the scope and is
 * erased with it.
 */
public final class AuditTrail {

    /** The action of a forget by the clock, because a retention period was over. */
    public static final String FORGET_EXPIRED = AuditEntry.FORGET + " expired";

    /** The action of a forget of a whole scope; later entries use a new key. */
    public static final String FORGET_EVERYTHING = AuditEntry.FORGET + " everything";

    private static final String KEY_STATE = "audit/key";
    private static final int KEY_BYTES = 32;

    /** 64 bits of each HMAC: enough to distinguish ids, short enough for every audit entry. */
    private static final int DIGEST_BYTES = 8;

    private static final int KEYS_IN_MEMORY = 10_000;

    private final Store store;
    private final boolean isConditional;
    private final SecureRandom random = new SecureRandom();
    private final Map<Scope, ScopeKey> keys = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Scope, ScopeKey> eldest) {
            return size() > KEYS_IN_MEMORY;
        }
    };

    private long drops;

    public AuditTrail(Store store) {
        this.store = store;
        this.isConditional = store.guarantees().conditional();
    }

    /**
     * The key of a scope.
     *
     * @param epoch the epoch in which it is valid; {@link EntryPut#ANY} in a store without conditions
     */
    private record ScopeKey(Blob bytes, long epoch) {}

    /**
     * An audit entry, and the state that creates the scope's key on first use.
     *
     * @param epoch the epoch that the batch must expect: a forget may have erased the key with the scope
     * @param drops the number of dropped keys when the key was made
     */
    public record AuditWrite(AuditRecord audit, @Nullable StateChange keyState, long epoch, long drops) {

        public Optional<StateChange> newKey() {
            return Optional.ofNullable(keyState);
        }
    }

    /**
     * Creates the audit entry of a change.
     *
     * @param epoch the epoch in which the change was decided, or {@link EntryPut#ANY}
     */
    public AuditWrite record(Scope scope, String operation, String action, Instant at, List<String> ids, long epoch) {
        return record(scope, operation, action, at, epoch, key -> AuditDetail.of(ids, id -> digest(key, id)));
    }

    /**
     * Creates the audit entry of a forget or a quarantine, with the kinds of the erased entries.
     *
     * @param counts the number of entries by kind
     * @param erased their keys; empty for a whole scope, whose key is erased with it
     * @param epoch the epoch in which the forget was planned, or {@link EntryPut#ANY}
     */
    public AuditWrite forgotten(
            Scope scope,
            String operation,
            String action,
            Instant at,
            Map<Kind, Long> counts,
            List<EntryKey> erased,
            long epoch) {
        return record(
                scope, operation, action, at, epoch, key -> AuditDetail.of(counts, erased, id -> digest(key, id)));
    }

    private AuditWrite record(
            Scope scope, String operation, String action, Instant at, long epoch, Function<Blob, AuditDetail> detail) {
        long dropsBefore = drops();
        ScopeKey known = cached(scope, epoch);
        if (known != null) {
            return new AuditWrite(
                    audit(operation, action, at, detail, known.bytes()), null, known.epoch(), dropsBefore);
        }
        // Before the key is read: if the scope is erased in between, the batch expects an epoch that is over.
        long present =
                epoch == EntryPut.ANY && isConditional ? store.head(scope).epoch() : epoch;
        Optional<Blob> stored = stored(scope, present, dropsBefore);
        Blob key = stored.orElseGet(this::newKey);
        return new AuditWrite(
                audit(operation, action, at, detail, key),
                stored.isPresent() ? null : new StateChange(KEY_STATE, 0, key),
                present,
                dropsBefore);
    }

    private static AuditRecord audit(
            String operation, String action, Instant at, Function<Blob, AuditDetail> detail, Blob key) {
        return new AuditRecord(operation, action, at, detail.apply(key).text());
    }

    /**
     * Caches the key that a committed audit entry created, so that the next write need not read it. A store without
     * conditions may hold the key of a concurrent first write instead.
     */
    public void committed(Scope scope, AuditWrite write) {
        Blob created = write.newKey().map(StateChange::bytes).orElse(null);
        if (created == null || !isConditional) {
            return;
        }
        synchronized (keys) {
            // The scope may have been forgotten since the commit, and the key with it.
            if (drops == write.drops()) {
                keys.put(scope, new ScopeKey(created, write.epoch()));
            }
        }
    }

    private long drops() {
        synchronized (keys) {
            return drops;
        }
    }

    /**
     * Drops the cached key of a scope. Call it after a failed write or a forget of the scope: the cached key may not be
     * the stored one.
     */
    public void drop(Scope scope) {
        synchronized (keys) {
            keys.remove(scope);
            drops++;
        }
    }

    /** Returns the cached key of a scope, unless it is of another epoch than the wanted one. */
    private @Nullable ScopeKey cached(Scope scope, long epoch) {
        synchronized (keys) {
            ScopeKey key = keys.get(scope);
            return key == null || epoch == EntryPut.ANY || key.epoch() == epoch ? key : null;
        }
    }

    private Optional<Blob> stored(Scope scope, long epoch, long dropsBefore) {
        Optional<Blob> stored = storedKey(store, scope);
        synchronized (keys) {
            // The scope may have been forgotten since the key was read, and have another key or none.
            if (drops == dropsBefore) {
                stored.ifPresent(key -> keys.put(scope, new ScopeKey(key, epoch)));
            }
        }
        return stored;
    }

    /** Returns the key of the hashed ids of a scope; empty if there is none or it was erased with the scope. */
    public static Optional<Blob> storedKey(Store store, Scope scope) {
        return store.state(scope, KEY_STATE).map(ScopeState::bytes);
    }

    private Blob newKey() {
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        return Blob.of(key);
    }

    /** Returns the first bytes of the HMAC-SHA-256 (RFC 2104) of an id, in hexadecimal. */
    public static String digest(Blob key, String id) {
        byte[] hmac = HmacSha256.of(key.toArray(), id.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hmac, 0, DIGEST_BYTES);
    }
}
