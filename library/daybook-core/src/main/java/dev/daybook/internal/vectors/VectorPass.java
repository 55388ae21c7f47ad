package dev.daybook.internal.vectors;

import dev.daybook.error.ConflictException;
import dev.daybook.error.DaybookException;
import dev.daybook.internal.codec.VectorCodec;
import dev.daybook.internal.codec.VectorWatermarks;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.internal.commit.UlidGenerator;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.spi.Embedder;
import dev.daybook.store.EntryPut;
import dev.daybook.store.ExpectedHead;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.WriteBatch;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * One pass over a scope: finds a batch of entries without vectors of the present embedder, embeds them, and writes the
 * vectors with a watermark. When none is left, the watermarks of other embedders are removed in the same way, and
 * semantic search uses this embedder from then on (decision 23).
 *
 * <p>No lease guards a pass: of two processes that embed the same entry at the same time, the second writes the same
 * vectors again, which costs less than the two writes of a lease with each remembered message (decision 83).
 */
final class VectorPass {

    private static final Logger LOG = System.getLogger("dev.daybook.internal.vectors");

    /** A recall may wait for a batch: at some milliseconds a text it stays within the deadline of a recall. */
    private static final int BATCH = 32;

    /** The share of earlier failures in a batch: they may fail again and must not crowd out the others. */
    private static final int RETRIES = 8;

    private static final int ROWS = 1_000;

    private final Store store;
    private final Embedder embedder;
    private final ScopeLocks scopeLocks;
    private final UlidGenerator operations;
    private final VectorProgress progress;
    private final String sidecar;

    /** The embedders of other processes that write to the store now. Only the thread of the passes uses it. */
    private final Set<String> rivals = new HashSet<>();

    VectorPass(
            Store store, Embedder embedder, ScopeLocks scopeLocks, UlidGenerator operations, VectorProgress progress) {
        this.store = store;
        this.embedder = embedder;
        this.scopeLocks = scopeLocks;
        this.operations = operations;
        this.progress = progress;
        this.sidecar = VectorCodec.sidecar(embedder);
    }

    /**
     * The result of a scan over the rows of a scope.
     *
     * @param due entries without vectors: retries first, then in order of revision
     * @param upTo the revision up to which {@code due} is complete
     * @param vectors whether any entry has vectors of this embedder
     * @param more whether rows follow
     */
    private record DueEntries(List<UnembeddedEntry> due, long upTo, boolean vectors, boolean more) {}

    /** Embeds one batch of entries; returns whether more may follow. */
    boolean run(Scope scope) {
        Head head = store.head(scope);
        Map<String, Long> marks = VectorWatermarks.of(store, scope);
        boolean isNew = progress.isAlone(scope);
        boolean isGone = !marks.containsKey(embedder.name()) && progress.unmark(scope);
        List<String> others = otherEmbedders(marks);
        if (isNew || isGone) {
            keepMarks(others);
        }
        long marked = marks.getOrDefault(embedder.name(), 0L);
        List<UnembeddedEntry> retries = progress.retries(scope, RETRIES);
        DueEntries found = find(scope, Math.max(marked, progress.reached(scope)), retries, head);
        EntryEmbedding done = new EntryEmbedding(store, embedder, scope, found.due(), progress::isClosed);
        long upTo = Math.min(found.upTo(), done.firstUnreached() - 1);
        boolean complete = !found.more() && found.due().size() == retries.size() && !progress.isRecoveryExpected(scope);

        List<StateChange> states = new ArrayList<>();
        long mark = Math.max(marked, mark(scope, upTo, done.failed()));
        // An erased scope has nothing to read again, and a watermark alone would list it.
        boolean far =
                mark - marked > VectorProgress.WATERMARK_LAG && !head.counts().isEmpty();
        boolean first = !marks.containsKey(embedder.name()) && found.vectors();
        List<String> replaced = complete
                ? others.stream().filter(name -> !rivals.contains(name)).toList()
                : List.of();
        long watermark = marks.getOrDefault(embedder.name(), VectorProgress.NO_WATERMARK);
        if (!done.sidecars().isEmpty() || far || first || !replaced.isEmpty()) {
            states.add(VectorWatermarks.reached(embedder, mark));
            replaced.forEach(other -> states.add(VectorWatermarks.removed(other)));
            if (!writeUnlessErased(scope, head.epoch(), done.sidecars(), states)) {
                return true;
            }
            watermark = mark;
        }
        boolean isAlone = replaced.size() == others.size();
        progress.record(scope, upTo, watermark, isAlone, done.settled(), done.failed())
                .forEach(entry -> report(entry, done.failed()));
        done.throwIfUnavailable();
        // After a write, reads on from here: a text replaced meanwhile has no vectors yet, and no revision shows that.
        return found.more() || !done.sidecars().isEmpty();
    }

    private DueEntries find(Scope scope, long from, List<UnembeddedEntry> retries, Head head) {
        List<UnembeddedEntry> due = new ArrayList<>(retries);
        Page<IndexRow> rows = store.rows(scope, from, ROWS);
        long upTo = from;
        boolean vectors = false;
        for (IndexRow row : rows.items()) {
            boolean has = row.sidecars().containsKey(sidecar);
            vectors |= has;
            if (isSearchable(row) && !has && !progress.hasFailed(scope, row.contentRevision())) {
                if (due.size() == BATCH) {
                    return new DueEntries(due, upTo, vectors, true);
                }
                due.add(UnembeddedEntry.of(row));
            }
            upTo = row.revision();
        }
        boolean more = rows.cursor() != null;
        // Revisions of erased entries are in no row, so the watermark moves past them.
        return new DueEntries(due, more ? upTo : Math.max(upTo, head.revision()), vectors, more);
    }

    /** Tests whether a row is in the scope index: live, and not a block. */
    private static boolean isSearchable(IndexRow row) {
        return row.key().kind() != Kind.BLOCK && row.status().equals(EntryPut.LIVE);
    }

    /** The watermark stops before failed entries, so that the next opening finds them again. */
    private long mark(Scope scope, long upTo, Map<UnembeddedEntry, Throwable> failed) {
        long first = failed.keySet().stream()
                .mapToLong(UnembeddedEntry::revision)
                .min()
                .orElse(Long.MAX_VALUE);
        return Math.min(upTo, Math.min(first, progress.firstFailed(scope).orElse(Long.MAX_VALUE)) - 1);
    }

    /**
     * Keeps the watermarks of embedders that appeared, or took the place of this one, while this process has the scope
     * open: another process writes them now. If each removed the other's watermark, both would read the scope again and
     * again. So both stay; each process embeds all entries and searches its own vectors.
     */
    private void keepMarks(List<String> others) {
        for (String other : others) {
            if (rivals.add(other)) {
                LOG.log(
                        Level.WARNING,
                        "another process writes to this store with the embedder {0}, this one has {1}: every entry is"
                                + " embedded with both, and a recall searches the vectors of its own process; open all"
                                + " processes with the same embedder",
                        other,
                        embedder.name());
            }
        }
    }

    private List<String> otherEmbedders(Map<String, Long> marks) {
        return marks.keySet().stream()
                .filter(name -> !name.equals(embedder.name()))
                .toList();
    }

    /**
     * Holds the write lock and expects the epoch, so that no forget comes in between, not even in another process: a
     * watermark written after it would recreate a forgotten scope.
     */
    private boolean writeUnlessErased(Scope scope, long epoch, List<Sidecar> sidecars, List<StateChange> states) {
        return scopeLocks.withLock(scope, () -> {
            if (store.head(scope).epoch() != epoch) {
                return false;
            }
            WriteBatch batch = new WriteBatch(scope, operations.next("op_"), List.of(), sidecars, states, null);
            try {
                store.write(batch.expecting(ExpectedHead.ofEpoch(epoch)));
                return true;
            } catch (ConflictException erasedByAnotherProcess) {
                return false;
            }
        });
    }

    /** Logs only place and kind of a foreign failure: its message may contain stored text. */
    private static void report(UnembeddedEntry entry, Map<UnembeddedEntry, Throwable> failures) {
        Throwable failure = Objects.requireNonNull(failures.get(entry), "it failed");
        LOG.log(
                Level.WARNING,
                "an entry ({0}, revision {1}) cannot be embedded; keyword search finds it, and {2}: {3}",
                entry.key().kind().label(),
                entry.contentRevision(),
                failure instanceof IllegalArgumentException
                        ? "it is tried again after the next opening"
                        : "it is retried now and then",
                failure instanceof DaybookException known
                        ? known.getMessage()
                        : failure.getClass().getName());
    }
}
