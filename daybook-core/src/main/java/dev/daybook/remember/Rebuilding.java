package dev.daybook.remember;

import dev.daybook.codec.EntryCodec;
import dev.daybook.codec.EntryVectors;
import dev.daybook.codec.ReadableEntries;
import dev.daybook.codec.VectorCodec;
import dev.daybook.data.Entry;
import dev.daybook.data.Kind;
import dev.daybook.data.Rebuilt;
import dev.daybook.data.Scope;
import dev.daybook.data.StoreException;
import dev.daybook.spi.Batch;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.Head;
import dev.daybook.spi.Key;
import dev.daybook.spi.Page;
import dev.daybook.spi.Pages;
import dev.daybook.spi.Put;
import dev.daybook.spi.Row;
import dev.daybook.spi.ScopeHead;
import dev.daybook.spi.Sidecar;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import dev.daybook.words.TermRecord;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds term records and vectors from the entries, with the present embedder. Unchanged results are not written, so a rebuild is
 * idempotent and can be repeated after an interruption. Entries are only read. Vectors of other embedders stay, since they cannot be
 * recomputed here. Thread-safe.
 */
public final class Rebuilding {

    /** Entries per embedding batch: the work lost by an interruption. */
    private static final int BATCH = 32;

    private final Store store;
    private final @Nullable Embedder embedder;
    private final Turns turns;
    private final Ulids operations;

    public Rebuilding(Store store, @Nullable Embedder embedder, Turns turns, Clock clock) {
        this.store = store;
        this.embedder = embedder;
        this.turns = turns;
        this.operations = new Ulids(clock);
    }

    /**
     * Rebuilds all scopes.
     *
     * @param progress receives the counts now and then
     */
    public Rebuilt run(Consumer<Rebuilt> progress) {
        return new Round(progress).run();
    }

    /** One run over all scopes, and its counts. */
    private final class Round {

        private final Consumer<Rebuilt> progress;
        private final Set<String> kept = new TreeSet<>();
        private long scopes;
        private long entries;
        private long words;
        private long vectors;
        private long failed;
        private boolean unavailable;

        private Round(Consumer<Rebuilt> progress) {
            this.progress = progress;
        }

        Rebuilt run() {
            Pages.all(cursor -> store.spaces(cursor, Pages.SIZE))
                    .flatMap(space -> Pages.all(cursor -> store.heads(space, cursor, Pages.SIZE)))
                    .map(ScopeHead::scope)
                    .forEach(this::rebuild);
            return soFar();
        }

        private Rebuilt soFar() {
            return new Rebuilt(scopes, entries, words, vectors, failed, kept, !unavailable);
        }

        private void rebuild(Scope scope) {
            scopes++;
            Head head = store.head(scope);
            // Later writes, including those of this run, have higher revisions.
            for (long from = 0; from < head.revision(); ) {
                Page<Row> page = store.rows(scope, from, BATCH);
                List<Row> rows = page.items().stream()
                        .filter(row -> row.revision() <= head.revision() && isSearchable(row))
                        .toList();
                if (!rows.isEmpty()) {
                    rebuild(scope, head.epoch(), rows);
                    progress.accept(soFar());
                }
                from = page.cursor() == null
                        ? head.revision()
                        : page.items().get(page.items().size() - 1).revision();
            }
        }

        /** Tests whether a row is in the scope index: live, and not a block. */
        private static boolean isSearchable(Row row) {
            return row.key().kind() != Kind.BLOCK && row.status().equals(Put.LIVE);
        }

        private void rebuild(Scope scope, long epoch, List<Row> rows) {
            entries += rows.size();
            Map<Long, Row> byContent = new HashMap<>();
            rows.forEach(row -> byContent.put(row.contentRevision(), row));
            List<Sidecar> terms = new ArrayList<>();
            List<DueEntry> due = new ArrayList<>();
            List<Key> keys = rows.stream().map(Row::key).toList();
            for (Stored stored : ReadableEntries.get(store, scope, keys, (key, damage) -> failed++)) {
                Row row = byContent.get(stored.contentRevision());
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

        private void prepare(Row row, Stored stored, List<Sidecar> terms, List<DueEntry> due) {
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
                    due.add(new DueEntry(row.key(), row.revision(), row.contentRevision(), elsewhere));
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

        private boolean hasVectors(Row row) {
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

        private List<Sidecar> embedded(Embedder embedder, Scope scope, List<DueEntry> due) {
            EntryEmbedding done = new EntryEmbedding(store, embedder, scope, due, () -> false);
            failed += done.failed().size();
            unavailable = done.isUnavailable();
            return done.sidecars();
        }

        /** Writes the sidecars that differ, unless the scope was erased: a write would recreate a forgotten scope. */
        private long write(Scope scope, long epoch, List<Sidecar> made, Map<Long, Row> rows) {
            List<Sidecar> other = made.stream()
                    .filter(sidecar -> {
                        Row row = rows.get(sidecar.contentRevision());
                        return row == null
                                || !sidecar.bytes().equals(row.sidecars().get(sidecar.name()));
                    })
                    .toList();
            if (other.isEmpty()) {
                return 0;
            }
            return turns.take(scope, () -> {
                if (store.head(scope).epoch() != epoch) {
                    return 0L;
                }
                store.write(new Batch(scope, operations.next("op_"), List.of(), other, List.of(), null));
                return (long) other.size();
            });
        }
    }
}
