package dev.daybook.internal.recall;

import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.codec.EntryVectors;
import dev.daybook.internal.codec.VectorCodec;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.model.Entry;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
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
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads scopes at an earlier time (as-of), each into an index of its own for the searches of one call. A version that is
 * still current has its words and vectors beside it; only the words of earlier versions are analysed again, and only the
 * bodies of hits are decoded. The vectors of earlier versions come from {@link EarlierVectors}.
 */
final class AsOfIndex {

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

        void remove(long less) {
            bytes -= less;
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
     * Reads a scope as it was at a time.
     *
     * @param embedder the embedder whose vectors are searched, or null
     * @throws IllegalArgumentException if the index would exceed the limit
     */
    PastScope read(Scope scope, Instant time, @Nullable Embedder embedder) {
        String sidecar = embedder == null ? null : VectorCodec.sidecar(embedder);
        // The epoch first: what is erased from now on makes the result outdated.
        PastScope past =
                new PastScope(time, sidecar, store.head(scope).epoch(), new ScopeIndex(sidecar), new HashMap<>());
        QueryMemory memory = new QueryMemory(time);
        Map<EntryKey, IndexRow> present = present(scope, memory);
        List<IndexRow> changed = new ArrayList<>();
        versionsAt(scope, time).forEach(stored -> {
            memory.add(stored.body().size());
            past.versions().put(stored.key(), stored);
            IndexRow current = present.get(stored.key());
            boolean isCurrent = current != null && current.contentRevision() == stored.contentRevision();
            IndexRow row = isCurrent ? unchanged(stored, current, embedder) : earlier(stored, embedder);
            add(past.scopeIndex(), row, memory);
            if (isCurrent) {
                // The index has its words and vectors now.
                present.remove(stored.key());
                memory.remove(sidecarBytes(current));
            } else if (embedder != null && needsVectors(row)) {
                changed.add(row);
            }
        });
        if (embedder != null) {
            new EarlierVectors(store, scope, embedder)
                    .of(changed, past::entry, present)
                    .forEach(row -> add(past.scopeIndex(), row, memory));
        }
        past.scopeIndex().complete();
        return past;
    }

    private void add(ScopeIndex scopeIndex, IndexRow row, QueryMemory memory) {
        memory.check(scopeIndex.hasRoomFor(row, limit - memory.bytes));
        scopeIndex.add(row);
    }

    /** Streams the versions at a time, kind by kind: a page by position begins where the last one ended. */
    private Stream<StoredEntry> versionsAt(Scope scope, Instant time) {
        return RECALLED.stream().flatMap(kind -> {
            EntryScan scan = EntryScan.of(kind).versions(EntryScan.Versions.asOf(time));
            return PagedReads.all(cursor -> store.scan(scope, scan.after(cursor)));
        });
    }

    /** Returns the current rows: a version that is still current has its words and vectors there. */
    private Map<EntryKey, IndexRow> present(Scope scope, QueryMemory memory) {
        Map<EntryKey, IndexRow> present = new HashMap<>();
        PagedReads.rows(store, scope, 0).forEach(row -> {
            memory.add(sidecarBytes(row));
            present.put(row.key(), row);
        });
        return present;
    }

    private static long sidecarBytes(IndexRow row) {
        return row.sidecars().values().stream().mapToLong(Blob::size).sum();
    }

    /** Returns the row of a version that is still current, without what was noted beside it after its time. */
    private static IndexRow unchanged(StoredEntry stored, IndexRow current, @Nullable Embedder embedder) {
        Map<String, Blob> sidecars = new HashMap<>();
        Blob words = current.sidecars().get(TermRecord.SIDECAR);
        sidecars.put(TermRecord.SIDECAR, words == null ? words(EntryCodec.decode(stored)) : words);
        if (embedder != null) {
            vectors(embedder, stored, current)
                    .ifPresent(vectors -> sidecars.put(VectorCodec.sidecar(embedder), vectors));
        }
        return IndexRow.of(stored, stored.contentRevision(), sidecars);
    }

    /** Returns the row of an earlier version. */
    private static IndexRow earlier(StoredEntry stored, @Nullable Embedder embedder) {
        Entry entry = EntryCodec.decode(stored);
        Map<String, Blob> sidecars = new HashMap<>();
        sidecars.put(TermRecord.SIDECAR, words(entry));
        if (embedder != null) {
            supplied(embedder, entry).ifPresent(vectors -> sidecars.put(VectorCodec.sidecar(embedder), vectors));
        }
        return IndexRow.of(stored, stored.contentRevision(), sidecars);
    }

    private static Blob words(Entry entry) {
        return TermRecord.of(entry).encode();
    }

    private static boolean needsVectors(IndexRow row) {
        return row.status().equals(EntryPut.LIVE)
                && row.sidecars().keySet().stream().noneMatch(VectorCodec::isVectors);
    }

    /**
     * Returns the vectors of a version that is still current. A supplied vector belongs to the embedder of its time, which
     * the sidecars identify.
     */
    private static Optional<Blob> vectors(Embedder embedder, StoredEntry stored, IndexRow current) {
        Map<String, Blob> sidecars = current.sidecars();
        return sidecars.keySet().stream().anyMatch(VectorCodec::isVectors)
                ? Optional.ofNullable(sidecars.get(VectorCodec.sidecar(embedder)))
                : supplied(embedder, EntryCodec.decode(stored));
    }

    private static Optional<Blob> supplied(Embedder embedder, Entry entry) {
        return EntryVectors.supplied(entry)
                .filter(vectors -> vectors.entry().dimensions() == embedder.dimensions())
                .map(VectorCodec::encode);
    }
}
