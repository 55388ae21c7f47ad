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
 * A scope as it was at some time, read and analysed for one question. Slow beside a partition that is kept, and right:
 * the words of an earlier version are not stored, so they are made again. Of earlier versions only vectors that
 * were supplied exist.
 */
final class Past {

    private static final int SCANNED = 1_000;

    private static final Set<Kind> RECALLED = EnumSet.complementOf(EnumSet.of(Kind.BLOCK));

    private final Store store;
    private final long limit;

    /** @param limit how many bytes an image may have, with the bodies and the vectors that it is made from */
    Past(Store store, long limit) {
        this.store = store;
        this.limit = limit;
    }

    /** What is held for one question, besides the image. */
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

        /** Nothing is left out instead: what was known at a time is asked for to be sure of it. */
        void check(boolean fits) {
            if (!fits) {
                throw new IllegalArgumentException(
                        "asOf is " + time + ", and the memory as it was then takes more than the "
                                + limit + " bytes that the image of one scope may have; ask without asOf,"
                                + " or open it with a larger memoryBudget or heap");
            }
        }
    }

    /**
     * The scope at a time.
     *
     * @param embedder whose vectors it is searched with, or null
     * @throws IllegalArgumentException if its image would be larger than the limit
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
        return new Pool(scope, partition, Scoring.score(partition, by, question), keys -> some(entries, keys));
    }

    private static Map<Key, Entry> some(Map<Key, Entry> entries, Collection<Key> keys) {
        return keys.stream().collect(Collectors.toMap(key -> key, entries::get));
    }

    /** What is there now: a version that is still the current one has its vector there. */
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

    /** A vector that came with an entry is of the embedder of its time, as what is beside the current version shows. */
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
