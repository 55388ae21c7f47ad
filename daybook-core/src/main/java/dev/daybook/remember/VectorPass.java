package dev.daybook.remember;

import dev.daybook.codec.VectorCodec;
import dev.daybook.codec.VectorMarks;
import dev.daybook.data.DaybookException;
import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.spi.Batch;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.Head;
import dev.daybook.spi.Page;
import dev.daybook.spi.Put;
import dev.daybook.spi.Row;
import dev.daybook.spi.Sidecar;
import dev.daybook.spi.StateChange;
import dev.daybook.spi.Store;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One look at a scope: finds a batch of entries that have no vectors of the embedder, embeds them, and writes the vectors
 * with a mark of how far it has come. When nothing is left, the marks of other embedders go in the same way, and the scope
 * is searched by this one from then on (decision 23).
 */
final class VectorPass {

    private static final Logger LOG = System.getLogger("dev.daybook.vectors");

    /** What a recall waits for, too: at some milliseconds a text it is done within the deadline of a recall. */
    private static final int BATCH = 32;

    /** Of these, how many were set aside before: they may fail again, and must not crowd out the others. */
    private static final int RETRIES = 8;

    private static final int ROWS = 1_000;

    private final Store store;
    private final Embedder embedder;
    private final Turns turns;
    private final Ulids operations;
    private final VectorProgress progress;
    private final String sidecar;

    VectorPass(Store store, Embedder embedder, Turns turns, Ulids operations, VectorProgress progress) {
        this.store = store;
        this.embedder = embedder;
        this.turns = turns;
        this.operations = operations;
        this.progress = progress;
        this.sidecar = VectorCodec.sidecar(embedder);
    }

    /**
     * What was found in the rows of a scope.
     *
     * @param due entries without vectors, those to be tried again first, then in order of revision
     * @param upTo the revision up to which they are all that is missing
     * @param vectors whether an entry has vectors of this embedder
     * @param more whether there are rows after that
     */
    private record Found(List<DueEntry> due, long upTo, boolean vectors, boolean more) {}

    /** Gives one batch of entries their vectors; whether there may be more to do. */
    boolean over(Scope scope) {
        Head head = store.head(scope);
        Map<String, Long> marks = VectorMarks.of(store, scope);
        long marked = marks.getOrDefault(embedder.name(), 0L);
        List<DueEntry> retries = progress.retries(scope, RETRIES);
        Found found = find(scope, Math.max(marked, progress.reached(scope)), retries, head);
        EntryEmbedding done = new EntryEmbedding(store, embedder, scope, found.due(), progress::isClosed);
        long upTo = Math.min(found.upTo(), done.firstLeft() - 1);
        boolean complete = !found.more() && found.due().size() == retries.size() && !progress.hasHope(scope);

        List<StateChange> states = new ArrayList<>();
        long mark = Math.max(marked, mark(scope, upTo, done.failed()));
        // A scope that was forgotten has nothing to be read again, and a mark alone would list it.
        boolean far = mark - marked > ROWS && !head.counts().isEmpty();
        boolean first = !marks.containsKey(embedder.name()) && found.vectors();
        List<String> others = complete ? others(marks) : List.of();
        if (!done.sidecars().isEmpty() || far || first || !others.isEmpty()) {
            states.add(VectorMarks.reached(embedder, mark));
            others.forEach(other -> states.add(VectorMarks.removed(other)));
            if (!writeUnlessErased(scope, head.epoch(), done.sidecars(), states)) {
                return true;
            }
        }
        progress.note(scope, upTo, done.settled(), done.failed().keySet())
                .forEach(entry -> report(entry, done.failed()));
        done.throwIfAway();
        // After a write, read on from here: a text that was replaced meanwhile has no vectors yet, and no number tells.
        return found.more() || !done.sidecars().isEmpty();
    }

    private Found find(Scope scope, long from, List<DueEntry> retries, Head head) {
        List<DueEntry> due = new ArrayList<>(retries);
        Page<Row> rows = store.rows(scope, from, ROWS);
        long upTo = from;
        boolean vectors = false;
        for (Row row : rows.items()) {
            boolean has = row.sidecars().containsKey(sidecar);
            vectors |= has;
            if (mayBeFound(row) && !has && !progress.isSetAside(scope, row.contentRevision())) {
                if (due.size() == BATCH) {
                    return new Found(due, upTo, vectors, true);
                }
                due.add(DueEntry.of(row));
            }
            upTo = row.revision();
        }
        boolean more = rows.cursor() != null;
        // The revisions of what was forgotten are in no row, and yet there is nothing to wait for.
        return new Found(due, more ? upTo : Math.max(upTo, head.revision()), vectors, more);
    }

    /** As a partition: blocks are not searched, nor what was superseded, folded or removed. */
    private static boolean mayBeFound(Row row) {
        return row.key().kind() != Kind.BLOCK && row.status().equals(Put.LIVE);
    }

    /** What is set aside is to be found again after the next opening, so the mark stops before it. */
    private long mark(Scope scope, long upTo, Map<DueEntry, Throwable> failed) {
        long first =
                failed.keySet().stream().mapToLong(DueEntry::revision).min().orElse(Long.MAX_VALUE);
        return Math.min(upTo, Math.min(first, progress.firstSetAside(scope).orElse(Long.MAX_VALUE)) - 1);
    }

    private List<String> others(Map<String, Long> marks) {
        return marks.keySet().stream()
                .filter(name -> !name.equals(embedder.name()))
                .toList();
    }

    /** In a turn, so that no forget comes in between: a mark left behind would bring a forgotten scope back. */
    private boolean writeUnlessErased(Scope scope, long epoch, List<Sidecar> sidecars, List<StateChange> states) {
        return turns.take(scope, () -> {
            boolean untouched = store.head(scope).epoch() == epoch;
            if (untouched) {
                store.write(new Batch(scope, operations.next("op_"), List.of(), sidecars, states, null));
            }
            return untouched;
        });
    }

    /** By place and kind of failure only, unless it is one of ours: the message of any other may hold the text. */
    private static void report(DueEntry entry, Map<DueEntry, Throwable> failures) {
        Throwable failure = Objects.requireNonNull(failures.get(entry), "it failed");
        LOG.log(
                Level.WARNING,
                "an entry ({0}, revision {1}) cannot be embedded and is set aside; it is found by its words, and tried"
                        + " again now and then: {2}",
                entry.key().kind().label(),
                entry.contentRevision(),
                failure instanceof DaybookException told
                        ? told.getMessage()
                        : failure.getClass().getName());
    }
}
