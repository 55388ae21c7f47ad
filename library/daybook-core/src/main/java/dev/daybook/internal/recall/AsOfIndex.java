package dev.daybook.internal.recall;

import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.codec.EntryVectors;
import dev.daybook.internal.codec.VectorCodec;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.scoring.AnalyzedQuery;
import dev.daybook.internal.scoring.HybridScoring;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.model.Entry;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.query.Query;
import dev.daybook.spi.Embedder;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A point-in-time (as-of) index of a scope, built for a single query. Slower than a resident index, because the words
 * of earlier versions are not stored and have to be analysed again. The vectors of earlier versions come from
 * {@link EarlierVectors}.
 */
final class AsOfIndex {

    private static final int SCANNED = 1_000;

    private static final Set<Kind> RECALLED = EnumSet.complementOf(EnumSet.of(Kind.BLOCK));

    private final Store store;
    private final long limit;

    /**
     * @param limit maximum bytes of an index, together with the bodies and vectors it is built from
     */
    AsOfIndex(Store store, long limit) {
        this.store = store;
        this.limit = limit;
    }

    /** The memory that a query holds besides the index. */
    private final class QueryMemory {
        private final Instant time;
        private long bytes;

        QueryMemory(Instant time) {
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
    ScoredScope asOf(Scope scope, Instant time, Query.By by, AnalyzedQuery analyzedQuery, @Nullable Embedder embedder) {
        ScopeIndex scopeIndex = new ScopeIndex(embedder == null ? null : VectorCodec.sidecar(embedder));
        Map<EntryKey, Entry> entries = new HashMap<>();
        QueryMemory memory = new QueryMemory(time);
        Map<EntryKey, IndexRow> present = embedder == null ? Map.of() : present(scope, memory);
        List<IndexRow> changed = new ArrayList<>();
        EntryScan scan = new EntryScan(
                RECALLED,
                null,
                null,
                null,
                Set.of(),
                EntryScan.Versions.asOf(time),
                EntryScan.Order.OLDEST_TIME,
                null,
                SCANNED);
        PagedReads.all(cursor -> store.scan(scope, scan.after(cursor))).forEach(stored -> {
            memory.add(stored.body().size());
            Entry entry = EntryCodec.decode(stored);
            entries.put(stored.key(), entry);
            IndexRow row = row(stored, entry, present.get(stored.key()), embedder);
            memory.check(scopeIndex.hasRoomFor(row, limit - memory.bytes));
            scopeIndex.add(row);
            if (needsVectors(row, present.get(row.key()))) {
                changed.add(row);
            }
        });
        if (embedder != null) {
            new EarlierVectors(store, scope, embedder)
                    .of(changed, entries, present)
                    .forEach(row -> {
                        memory.check(scopeIndex.hasRoomFor(row, limit - memory.bytes));
                        scopeIndex.add(row);
                    });
        }
        scopeIndex.complete();
        return new ScoredScope(
                scope, scopeIndex, HybridScoring.score(scopeIndex, by, analyzedQuery), rows -> select(entries, rows));
    }

    private static Map<EntryKey, Entry> select(Map<EntryKey, Entry> entries, Collection<IndexRow> rows) {
        return rows.stream().map(IndexRow::key).collect(Collectors.toMap(key -> key, entries::get));
    }

    /** Returns the current rows: a version that is still current has its vector there. */
    private Map<EntryKey, IndexRow> present(Scope scope, QueryMemory memory) {
        Map<EntryKey, IndexRow> present = new HashMap<>();
        PagedReads.rows(store, scope, 0).forEach(row -> {
            memory.add(row.sidecars().values().stream().mapToLong(Blob::size).sum());
            present.put(row.key(), row);
        });
        return present;
    }

    private static IndexRow row(
            StoredEntry stored, Entry entry, @Nullable IndexRow present, @Nullable Embedder embedder) {
        Map<String, Blob> sidecars = new HashMap<>();
        sidecars.put(TermRecord.SIDECAR, TermRecord.of(entry).encode());
        if (embedder != null) {
            vectors(embedder, stored, entry, present)
                    .ifPresent(vectors -> sidecars.put(VectorCodec.sidecar(embedder), vectors));
        }
        return IndexRow.of(stored, stored.contentRevision(), sidecars);
    }

    private static boolean isCurrent(long contentRevision, @Nullable IndexRow present) {
        return present != null && present.contentRevision() == contentRevision;
    }

    private static boolean needsVectors(IndexRow row, @Nullable IndexRow present) {
        return row.status().equals(EntryPut.LIVE)
                && row.sidecars().keySet().stream().noneMatch(VectorCodec::isVectors)
                && !isCurrent(row.contentRevision(), present);
    }

    /**
     * Returns the vectors of a version. A supplied vector belongs to the embedder of its time, which the sidecars of
     * the current version identify.
     */
    private static Optional<Blob> vectors(
            Embedder embedder, StoredEntry stored, Entry entry, @Nullable IndexRow present) {
        if (present != null && isCurrent(stored.contentRevision(), present)) {
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
