package dev.daybook.internal.expiry;

import dev.daybook.error.StoreException;
import dev.daybook.internal.codec.ByteReader;
import dev.daybook.internal.codec.ByteWriter;
import dev.daybook.internal.store.StateFamilies;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.IndexRow;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The end of an entry outside its body: a sidecar, by which a reader of index rows knows it, and a state of the scope, by
 * which the sweep finds it. The state is that of the last version with an end; the body of the current version decides.
 */
public final class EntryEnd {

    /** The status that {@link EndFilterStore} gives the row of a live entry that has ended; no store keeps it. */
    public static final String STATUS = "ended";

    /** The name of the sidecar. */
    static final String SIDECAR = "end";

    private static final String PREFIX = "ends/";

    private EntryEnd() {}

    /** Returns whether an end is reached; the entry is no longer there at its end itself. */
    public static boolean isReached(@Nullable Instant end, Instant now) {
        return end != null && !now.isBefore(end);
    }

    /** Returns the end of the entry of an index row; null: none, or it is damaged, and only the body hides the entry. */
    public static @Nullable Instant of(IndexRow row) {
        Blob bytes = row.sidecars().get(SIDECAR);
        try {
            return bytes == null ? null : decode(bytes);
        } catch (StoreException damaged) {
            return null;
        }
    }

    /**
     * Checks the end of a new entry.
     *
     * @throws IllegalArgumentException if it is reached
     */
    public static void requireAhead(@Nullable Instant end, Instant now) {
        if (isReached(end, now)) {
            throw new IllegalArgumentException(
                    "expiresAt is " + end + ", and it is " + now + "; give a later time, or none");
        }
    }

    static Blob encode(Instant end) {
        return new ByteWriter().instant(end).toBlob();
    }

    static Instant decode(Blob bytes) {
        return ByteReader.decode(bytes, ByteReader::instant);
    }

    static StateChange state(EntryKey key, Instant end) {
        return new StateChange(name(key), EntryPut.ANY, encode(end));
    }

    static String name(EntryKey key) {
        return PREFIX + key.kind().label() + "/" + key.id();
    }

    private static EntryKey key(ScopeState state) {
        int kindEnd = state.name().indexOf('/', PREFIX.length());
        return new EntryKey(
                Kind.of(state.name().substring(PREFIX.length(), kindEnd)),
                state.name().substring(kindEnd + 1));
    }

    /** Tests cheaply whether no entry of a scope has an end. */
    static boolean isNone(Store store, Scope scope) {
        return StateFamilies.isEmpty(store, scope, PREFIX);
    }

    /** Returns the end of the last version of an entry that has one. */
    static Optional<Instant> noted(Store store, Scope scope, EntryKey key) {
        return store.state(scope, name(key)).map(state -> decode(state.bytes()));
    }

    /** Streams the entries of a scope with the end of their last version that has one. */
    static Stream<Map.Entry<EntryKey, Instant>> all(Store store, Scope scope) {
        return StateFamilies.all(store, scope, PREFIX).map(state -> Map.entry(key(state), decode(state.bytes())));
    }
}
