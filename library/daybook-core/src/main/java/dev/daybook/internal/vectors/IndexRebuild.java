package dev.daybook.internal.vectors;

import dev.daybook.error.ConflictException;
import dev.daybook.error.StoreException;
import dev.daybook.internal.codec.DamageTolerantReader;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.codec.EntryVectors;
import dev.daybook.internal.codec.VectorCodec;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.internal.commit.UlidGenerator;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.model.Entry;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.RebuildProgress;
import dev.daybook.spi.Embedder;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.ExpectedHead;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeHead;
import dev.daybook.store.Sidecar;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.time.Clock;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds term records and vectors from the entries, with the present embedder. Unchanged results are not written, so
 * a rebuild is idempotent and can be repeated after an interruption. Entries are only read. Vectors of other embedders
 * stay, since they cannot be recomputed here. Thread-safe.
 */
public final class IndexRebuild {

    /** Entries per embedding batch: the work lost by an interruption. */
    private static final int BATCH = 32;

    private final Store store;
    private final @Nullable Embedder embedder;
    private final ScopeLocks scopeLocks;
    private final UlidGenerator operations;

    public IndexRebuild(Store store, @Nullable Embedder embedder, ScopeLocks scopeLocks, Clock clock) {
        this.store = store;
        this.embedder = embedder;
        this.scopeLocks = scopeLocks;
        this.operations = new UlidGenerator(clock);
    }

    /**
     * Rebuilds all scopes.
     *
     * @param progress receives the counts now and then
     */
    public RebuildProgress run(Consumer<RebuildProgress> progress) {
        return new RebuildPass(progress).run();
    }

    /** One run over all scopes, and its counts. */
    private final class RebuildPass {

        private final Consumer<RebuildProgress> progress;
        private final Set<String> kept = new TreeSet<>();
        private long scopes;
        private long entries;
        private long words;
        private long vectors;
        private long failed;
        private boolean unavailable;

        private RebuildPass(Consumer<RebuildProgress> progress) {
            this.progress = progress;
        }

        RebuildProgress run() {
            PagedReads.all(cursor -> store.spaces(cursor, PagedReads.SIZE))
                    .flatMap(space -> PagedReads.all(cursor -> store.heads(space, cursor, PagedReads.SIZE)))
                    .map(ScopeHead::scope)
                    .forEach(this::rebuild);
            return soFar();
        }

        private RebuildProgress soFar() {
            return new RebuildProgress(scopes, entries, words, vectors, failed, kept, !unavailable);
        }

        private void rebuild(Scope scope) {
            scopes++;
            Head head = store.head(scope);
            // A write of vectors, of this run or of the background, moves its row behind the rows still to come.
            BitSet done = new BitSet();
            Page<IndexRow> page;
            long from = 0;
            do {
                page = store.rows(scope, from, BATCH);
                List<IndexRow> rows = new ArrayList<>();
                for (IndexRow row : page.items()) {
                    from = row.revision();
                    // Later writes have their terms.
                    boolean isOld = row.contentRevision() <= head.revision();
                    if (isOld && isSearchable(row) && !done.get(Math.toIntExact(row.contentRevision()))) {
                        done.set(Math.toIntExact(row.contentRevision()));
                        rows.add(row);
                    }
                }
                if (!rows.isEmpty()) {
                    rebuild(scope, head.epoch(), rows);
                    progress.accept(soFar());
                }
            } while (page.cursor() != null);
        }

        /** Tests whether a row is in the scope index: live, and not a block. */
        private static boolean isSearchable(IndexRow row) {
            return row.key().kind() != Kind.BLOCK && row.status().equals(EntryPut.LIVE);
        }

        private void rebuild(Scope scope, long epoch, List<IndexRow> rows) {
            entries += rows.size();
            Map<Long, IndexRow> byContent = new HashMap<>();
            rows.forEach(row -> byContent.put(row.contentRevision(), row));
            List<Sidecar> terms = new ArrayList<>();
            List<UnembeddedEntry> due = new ArrayList<>();
            List<EntryKey> keys = rows.stream().map(IndexRow::key).toList();
            for (StoredEntry stored : DamageTolerantReader.get(store, scope, keys, (key, damage) -> failed++)) {
                IndexRow row = byContent.get(stored.contentRevision());
                // An entry replaced meanwhile has its terms already.
                if (row != null && row.key().equals(stored.key())) {
                    prepare(row, stored, terms, due);
                }
            }
            words += write(scope, epoch, terms, byContent);
            if (embedder != null && !unavailable) {
                vectors += write(scope, epoch, embedded(embedder, scope, due), byContent);
            }
        }

        private void prepare(IndexRow row, StoredEntry stored, List<Sidecar> terms, List<UnembeddedEntry> due) {
            try {
                Entry entry = EntryCodec.decode(stored);
                terms.add(new Sidecar(
                        row.key(),
                        row.contentRevision(),
                        TermRecord.SIDECAR,
                        TermRecord.of(entry).encode()));
                boolean elsewhere = row.sidecars().keySet().stream().anyMatch(this::isOfOtherEmbedder);
                // A supplied vector is kept as long as it can be read.
                if (EntryVectors.supplied(entry).isEmpty() || !hasVectors(row)) {
                    due.add(new UnembeddedEntry(row.key(), row.revision(), row.contentRevision(), elsewhere));
                }
            } catch (StoreException damaged) {
                failed++;
            }
        }

        private boolean isOfOtherEmbedder(String sidecar) {
            boolean other = VectorCodec.isVectors(sidecar)
                    && (embedder == null || !sidecar.equals(VectorCodec.sidecar(embedder)));
            if (other) {
                kept.add(VectorCodec.embedder(sidecar));
            }
            return other;
        }

        private boolean hasVectors(IndexRow row) {
            if (embedder == null) {
                return false;
            }
            Blob bytes = row.sidecars().get(VectorCodec.sidecar(embedder));
            try {
                return bytes != null && VectorCodec.decode(bytes).entry().dimensions() == embedder.dimensions();
            } catch (StoreException damaged) {
                return false;
            }
        }

        private List<Sidecar> embedded(Embedder embedder, Scope scope, List<UnembeddedEntry> due) {
            EntryEmbedding done = new EntryEmbedding(store, embedder, scope, due, () -> false);
            failed += done.failed().size();
            unavailable = done.isUnavailable();
            return done.sidecars();
        }

        /** Writes the sidecars that differ, unless the scope was erased: a write would recreate a forgotten scope. */
        private long write(Scope scope, long epoch, List<Sidecar> made, Map<Long, IndexRow> rows) {
            List<Sidecar> other = made.stream()
                    .filter(sidecar -> {
                        IndexRow row = rows.get(sidecar.contentRevision());
                        return row == null
                                || !sidecar.bytes().equals(row.sidecars().get(sidecar.name()));
                    })
                    .toList();
            if (other.isEmpty()) {
                return 0;
            }
            return scopeLocks.withLock(scope, () -> {
                if (store.head(scope).epoch() != epoch) {
                    return 0L;
                }
                WriteBatch batch = new WriteBatch(scope, operations.next("op_"), List.of(), other, List.of(), null);
                try {
                    store.write(batch.expecting(ExpectedHead.ofEpoch(epoch)));
                    return (long) other.size();
                } catch (ConflictException erasedByAnotherProcess) {
                    return 0L;
                }
            });
        }
    }
}
