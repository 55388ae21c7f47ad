package dev.daybook.remember;

import dev.daybook.data.Kind;
import dev.daybook.data.Recorded;
import dev.daybook.data.Scope;
import dev.daybook.spi.Audit;
import dev.daybook.spi.Blob;
import dev.daybook.spi.ConflictException;
import dev.daybook.spi.Key;
import dev.daybook.spi.State;
import dev.daybook.spi.StateChange;
import dev.daybook.spi.Store;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes audit records. A record must be able to show that an id was written or forgotten, and must not give the id away
 * once it was forgotten: so it holds the HMAC of the id under a key of the scope, and the key is a state of the scope
 * that goes with it.
 */
public final class AuditTrail {

    /** The action of a forget of a whole scope, after which it has another key. */
    public static final String FORGET_EVERYTHING = Recorded.FORGET + " everything";

    private static final String KEY_STATE = "audit/key";
    private static final int KEY_BYTES = 32;

    /** 64 bits of each HMAC: enough to tell ids apart, short enough to stand in every record. */
    private static final int DIGEST_BYTES = 8;

    /** A conflict means that another writer was faster; with turns within the process it takes bad luck to meet two. */
    private static final int ATTEMPTS = 20;

    private static final int KEYS_IN_MEMORY = 10_000;

    private final Store store;
    private final SecureRandom random = new SecureRandom();
    private final Map<Scope, Blob> keys = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Scope, Blob> eldest) {
            return size() > KEYS_IN_MEMORY;
        }
    };

    private long drops;

    public AuditTrail(Store store) {
        this.store = store;
    }

    /** A record, and the state that creates the key of the scope if it has none yet. */
    public record Entry(Audit audit, @Nullable StateChange keyState) {

        /** Returns the state that creates the key of the scope; empty if it has one. */
        public Optional<StateChange> newKey() {
            return Optional.ofNullable(keyState);
        }
    }

    public Entry record(Scope scope, String operation, String action, Instant at, List<String> ids) {
        return record(scope, operation, action, at, key -> AuditDetail.of(ids, id -> digest(key, id)));
    }

    /**
     * The record of a forget or a quarantine, which says of which kinds the entries were that went.
     *
     * @param counts how many, by kind
     * @param gone their keys; none if the whole scope goes, for its key goes with it
     */
    public Entry forgotten(
            Scope scope, String operation, String action, Instant at, Map<Kind, Long> counts, List<Key> gone) {
        return record(scope, operation, action, at, key -> AuditDetail.of(counts, gone, id -> digest(key, id)));
    }

    private Entry record(Scope scope, String operation, String action, Instant at, Function<Blob, AuditDetail> detail) {
        Optional<Blob> known = key(scope);
        Blob key = known.orElseGet(this::newKey);
        return new Entry(
                new Audit(operation, action, at, detail.apply(key).text()),
                known.isPresent() ? null : new StateChange(KEY_STATE, 0, key));
    }

    /** To be called when a write failed or the scope was forgotten: the key in memory may not be the one that is stored. */
    public void drop(Scope scope) {
        synchronized (keys) {
            keys.remove(scope);
            drops++;
        }
    }

    /**
     * Writes with a record that is made anew when another writer was faster: the first writes of a scope all bring a key
     * for it, and one of them wins.
     */
    public <T> T untilNoConflict(Scope scope, Supplier<T> write) {
        for (int attempt = 1; ; attempt++) {
            try {
                return write.get();
            } catch (ConflictException conflict) {
                drop(scope);
                if (attempt == ATTEMPTS) {
                    throw conflict;
                }
            }
        }
    }

    private Optional<Blob> key(Scope scope) {
        long dropsBefore;
        synchronized (keys) {
            Blob key = keys.get(scope);
            if (key != null) {
                return Optional.of(key);
            }
            dropsBefore = drops;
        }
        Optional<Blob> stored = storedKey(store, scope);
        synchronized (keys) {
            // A scope that was forgotten since the key was read has another one now, or none.
            if (drops == dropsBefore) {
                stored.ifPresent(key -> keys.put(scope, key));
            }
        }
        return stored;
    }

    /** The key under which the records of a scope hold its ids; empty if there is none, or it went with the scope. */
    public static Optional<Blob> storedKey(Store store, Scope scope) {
        return store.states(scope, KEY_STATE, null, 1).items().stream()
                .filter(state -> state.name().equals(KEY_STATE))
                .map(State::bytes)
                .findFirst();
    }

    private Blob newKey() {
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        return Blob.of(key);
    }

    /** HMAC-SHA-256 (RFC 2104), the first bytes in hexadecimal. */
    public static String digest(Blob key, String id) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            byte[] inner = sha.digest(concat(pad(key, 0x36), id.getBytes(StandardCharsets.UTF_8)));
            byte[] outer = sha.digest(concat(pad(key, 0x5c), inner));
            return HexFormat.of().formatHex(outer, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    private static byte[] pad(Blob key, int with) {
        byte[] block = new byte[64];
        byte[] bytes = key.toArray();
        for (int i = 0; i < block.length; i++) {
            block[i] = (byte) ((i < bytes.length ? bytes[i] : 0) ^ with);
        }
        return block;
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] all = new byte[first.length + second.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }
}
