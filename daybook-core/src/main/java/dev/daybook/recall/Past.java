package dev.daybook.recall;

import dev.daybook.codec.EntryCodec;
import dev.daybook.codec.EntryVectors;
import dev.daybook.codec.VectorCodec;
import dev.daybook.data.Entry;
import dev.daybook.data.Kind;
import dev.daybook.data.Query;
import dev.daybook.data.Scope;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.Key;
import dev.daybook.spi.Pages;
import dev.daybook.spi.Row;
import dev.daybook.spi.Scan;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import dev.daybook.words.TermRecord;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A point-in-time (as-of) index of a scope, built for a single query. Slower than a resident index, because the words
 * of earlier versions are not stored and have to be analysed again. An earlier version has a vector only if its caller
 * supplied one.
 */
final class Past {

    private static final int SCANNED = 1_000;

    private static final Set<Kind> RECALLED = EnumSet.complementOf(EnumSet.of(Kind.BLOCK));

    private final Store store;
    private final long limit;

    /**
     * @param limit maximum bytes of an index, together with the bodies and vectors it is built from
     */
    Past(Store store, long limit) {
        this.store = store;
        this.limit = limit;
    }

    /** The memory that a query holds besides the index. */
    private final class Held {
        private final Instant time;
        private long bytes;

        Held(Instant time) {
            this.time = time;
        }

        void add(long more) {
            bytes += more;
            check(bytes <= limit);
        }

        /** Rejects the query. A partial answer would be wrong, because the caller asks for certainty about the past. */
        void check(boolean fits) {
            if (!fits) {
                throw new IllegalArgumentException(
                        "asOf is " + time + ", and the index of the scope at that time exceeds the limit of " + limit
                                + " bytes; query without asOf, or open the daybook with a larger memoryBudget or heap");
            }
        }
    }

    /**
     * Builds the index of a scope at a time.
     *
     * @param embedder the embedder whose vectors are searched, or null
     * @throws IllegalArgumentException if the index would exceed the limit
     */
    Pool asOf(Scope scope, Instant time, Query.By by, Question question, @Nullable Embedder embedder) {
        Partition partition = new Partition(embedder == null ? null : VectorCodec.sidecar(embedder));
        Map<Key, Entry> entries = new HashMap<>();
        Held held = new Held(time);
        Map<Key, Row> present = embedder == null ? Map.of() : present(scope, held);
        Scan scan = new Scan(
                RECALLED, null, null, null, Set.of(), Scan.Versions.asOf(time), Scan.Order.OLDEST_TIME, null, SCANNED);
        Pages.all(cursor -> store.scan(scope, scan.after(cursor))).forEach(stored -> {
            held.add(stored.body().size());
            Entry entry = EntryCodec.decode(stored);
            entries.put(stored.key(), entry);
            Row row = row(stored, entry, present.get(stored.key()), embedder);
            held.check(partition.hasRoomFor(row, limit - held.bytes));
            partition.take(row);
        });
        partition.place();
        return new Pool(scope, partition, Scoring.score(partition, by, question), keys -> select(entries, keys));
    }

    private static Map<Key, Entry> select(Map<Key, Entry> entries, Collection<Key> keys) {
        return keys.stream().collect(Collectors.toMap(key -> key, entries::get));
    }

    /** Returns the current rows: a version that is still current has its vector there. */
    private Map<Key, Row> present(Scope scope, Held held) {
        Map<Key, Row> present = new HashMap<>();
        Pages.rows(store, scope, 0).forEach(row -> {
            held.add(row.sidecars().values().stream().mapToLong(Blob::size).sum());
            present.put(row.key(), row);
        });
        return present;
    }

    private static Row row(Stored stored, Entry entry, @Nullable Row present, @Nullable Embedder embedder) {
        Map<String, Blob> sidecars = new HashMap<>();
        sidecars.put(TermRecord.SIDECAR, TermRecord.of(entry).encode());
        if (embedder != null) {
            vectors(embedder, stored, entry, present)
                    .ifPresent(vectors -> sidecars.put(VectorCodec.sidecar(embedder), vectors));
        }
        return new Row(
                stored.key(),
                stored.position(),
                stored.contentRevision(),
                stored.contentRevision(),
                stored.session(),
                stored.time(),
                stored.status(),
                sidecars);
    }

    /**
     * Returns the vectors of a version. A supplied vector belongs to the embedder of its time, which the sidecars of
     * the current version identify.
     */
    private static Optional<Blob> vectors(Embedder embedder, Stored stored, Entry entry, @Nullable Row present) {
        if (present != null && present.contentRevision() == stored.contentRevision()) {
            Map<String, Blob> sidecars = present.sidecars();
            if (sidecars.keySet().stream().anyMatch(VectorCodec::isVectors)) {
                return Optional.ofNullable(sidecars.get(VectorCodec.sidecar(embedder)));
            }
        }
        return EntryVectors.supplied(entry)
                .filter(vectors -> vectors.entry().dimensions() == embedder.dimensions())
                .map(VectorCodec::encode);
    }
}
