package dev.daybook.remember;

import dev.daybook.codec.ByteReader;
import dev.daybook.codec.ByteWriter;
import dev.daybook.codec.EntryCodec;
import dev.daybook.codec.EntryVectors;
import dev.daybook.codec.VectorCodec;
import dev.daybook.codec.Vectors;
import dev.daybook.data.Embedding;
import dev.daybook.data.Entry;
import dev.daybook.data.Episode;
import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.spi.Batch;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.Page;
import dev.daybook.spi.Put;
import dev.daybook.spi.Row;
import dev.daybook.spi.ScopeHead;
import dev.daybook.spi.Sidecar;
import dev.daybook.spi.StateChange;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Puts vectors beside the entries that have none, in the background: one thread, in batches, one write a batch. What is
 * due follows from the rows of a scope, so nothing is handed over and nothing is lost in a crash. Thread-safe.
 */
public final class VectorWriter implements AutoCloseable {

    private static final Logger LOG = System.getLogger("dev.daybook.vectors");

    /** What a recall waits for, too: at some milliseconds a text it is done within the deadline of a recall. */
    static final int BATCH = 32;

    private static final int ROWS = 1_000;

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final Store store;
    private final Embedder embedder;
    private final Turns turns;
    private final Ulids operations;
    private final String sidecar;
    private final String mark;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Scope> due = new ArrayDeque<>();
    /** For each scope the revision up to which every entry has its vector, as far as this process knows. */
    private final Map<Scope, Long> done = new HashMap<>();

    private final Thread thread;
    private boolean closed;

    public VectorWriter(Store store, Embedder embedder, Clock clock, Turns turns) {
        this.store = store;
        this.embedder = embedder;
        this.turns = turns;
        this.operations = new Ulids(clock);
        this.sidecar = VectorCodec.sidecar(embedder);
        this.mark = "embedded/" + embedder.name();
        this.thread = new Thread(this::run, "daybook-vectors");
        thread.setDaemon(true);
        thread.start();
    }

    /** Says that something was written to a scope. */
    public void wake(Scope scope) {
        locked(() -> {
            if (!due.contains(scope)) {
                due.addLast(scope);
                changed.signalAll();
            }
        });
    }

    /** Waits until all entries of a scope up to a revision have their vectors; false if the time was over before. */
    public boolean await(Scope scope, long revision, Duration timeout) {
        long left = timeout.toNanos();
        lock.lock();
        try {
            if (done.getOrDefault(scope, 0L) < revision) {
                due.remove(scope);
                due.addFirst(scope);
                changed.signalAll();
            }
            while (done.getOrDefault(scope, 0L) < revision) {
                if (left <= 0 || closed) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Stops after the batch in hand, for which it waits a while; what is left is done after the next opening. A batch of
     * very long texts may take longer than anybody should wait: its vectors then find the store closed, and are lost.
     */
    @Override
    public void close() {
        locked(() -> {
            closed = true;
            changed.signalAll();
        });
        try {
            thread.join(PATIENCE.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        Duration pause = Duration.ZERO;
        boolean begun = false;
        while (pauseFor(pause)) {
            Scope scope = null;
            try {
                if (!begun) {
                    enqueueAll();
                    begun = true;
                }
                scope = next();
                if (scope == null) {
                    return;
                }
                if (embedSome(scope)) {
                    wake(scope);
                }
                pause = Duration.ZERO;
            } catch (RuntimeException | Error failure) {
                if (isClosed()) {
                    return;
                }
                // An error too: a thread that dies in silence would leave receipts pending for ever.
                Scope again = scope;
                pause = pause.isZero() ? FIRST_PAUSE : min(pause.multipliedBy(2), LONGEST_PAUSE);
                LOG.log(Level.WARNING, "embedding failed, trying again in {0}: {1}", pause, failure.toString());
                if (again != null) {
                    wake(again);
                }
            }
        }
    }

    /** Entries may have been left without vectors by an earlier process, or by another embedder. */
    private void enqueueAll() {
        for (Page<Space> spaces = store.spaces(null, ROWS); ; spaces = store.spaces(spaces.cursor(), ROWS)) {
            for (Space space : spaces.items()) {
                Page<ScopeHead> heads = store.heads(space, null, ROWS);
                heads.items().forEach(head -> wake(head.scope()));
                while (heads.cursor() != null) {
                    heads = store.heads(space, heads.cursor(), ROWS);
                    heads.items().forEach(head -> wake(head.scope()));
                }
            }
            if (spaces.cursor() == null) {
                return;
            }
        }
    }

    /** Gives one batch of entries their vectors; whether there may be more to do. */
    private boolean embedSome(Scope scope) {
        long epoch = store.head(scope).epoch();
        long marked = mark(scope);
        long from = Math.max(marked, locked(() -> done.getOrDefault(scope, 0L)));
        Page<Row> rows = store.rows(scope, from, ROWS);
        long upTo = from;
        List<Row> waiting = new ArrayList<>();
        boolean cut = false;
        for (Row row : rows.items()) {
            if (mayBeFound(row) && !row.sidecars().containsKey(sidecar)) {
                if (waiting.size() == BATCH) {
                    cut = true;
                    break;
                }
                waiting.add(row);
            }
            upTo = row.revision();
        }
        boolean more = cut || rows.cursor() != null;
        if (!waiting.isEmpty() || upTo > from && upTo - marked > ROWS) {
            List<Sidecar> sidecars = embed(scope, waiting);
            if (!writeUnlessErased(scope, epoch, sidecars, upTo)) {
                return true;
            }
            // Read on from here: a text that was replaced meanwhile has no vector yet, and no number tells.
            more = true;
        }
        reached(scope, upTo);
        return more;
    }

    /** As a partition: blocks are not searched, nor what was superseded, folded or removed. */
    private static boolean mayBeFound(Row row) {
        return row.key().kind() != Kind.BLOCK && row.status().equals(Put.LIVE);
    }

    /** The mark is only there to save reading at the next opening, so it may lag behind, but never run ahead. */
    private long mark(Scope scope) {
        return store.states(scope, mark, null, 1).items().stream()
                .filter(state -> state.name().equals(mark))
                .mapToLong(state -> new ByteReader(state.bytes()).number())
                .findFirst()
                .orElse(0);
    }

    /** In a turn, so that no forget comes in between: a mark left behind would bring a forgotten scope back. */
    private boolean writeUnlessErased(Scope scope, long epoch, List<Sidecar> sidecars, long upTo) {
        return turns.take(scope, () -> {
            boolean untouched = store.head(scope).epoch() == epoch;
            if (untouched) {
                write(scope, sidecars, upTo);
            }
            return untouched;
        });
    }

    private void write(Scope scope, List<Sidecar> sidecars, long upTo) {
        StateChange marked =
                new StateChange(mark, Put.ANY, new ByteWriter().number(upTo).toBlob());
        store.write(new Batch(scope, operations.next("op_"), List.of(), sidecars, List.of(marked), null));
    }

    private List<Sidecar> embed(Scope scope, List<Row> waiting) {
        List<Stored> bodies = waiting.isEmpty()
                ? List.of()
                : store.get(scope, waiting.stream().map(Row::key).toList());
        Map<Stored, EmbeddedTexts> toEmbed = new LinkedHashMap<>();
        Set<String> texts = new LinkedHashSet<>();
        List<Sidecar> sidecars = new ArrayList<>();
        for (Stored stored : bodies) {
            Entry entry = EntryCodec.decode(stored);
            Embedding supplied = entry instanceof Episode given ? given.embedding() : null;
            if (supplied != null
                    && entry instanceof Episode episode
                    && supplied.dimensions() == embedder.dimensions()) {
                sidecars.add(sidecar(
                        stored,
                        EntryVectors.supplied(supplied, episode.messages().size())));
            } else {
                EmbeddedTexts embedded = new EmbeddedTexts(entry);
                toEmbed.put(stored, embedded);
                texts.addAll(embedded.distinct());
            }
        }
        Map<String, Embedding> vectors = Vectors.ofDocuments(embedder, texts);
        toEmbed.forEach((stored, embedded) -> sidecars.add(sidecar(stored, embedded.vectors(vectors))));
        return sidecars;
    }

    private Sidecar sidecar(Stored stored, EntryVectors vectors) {
        return new Sidecar(stored.key(), stored.contentRevision(), sidecar, VectorCodec.encode(vectors));
    }

    private void reached(Scope scope, long revision) {
        locked(() -> {
            done.merge(scope, revision, Math::max);
            changed.signalAll();
        });
    }

    private boolean isClosed() {
        return locked(() -> closed);
    }

    private @Nullable Scope next() {
        lock.lock();
        try {
            while (due.isEmpty() && !closed) {
                changed.awaitUninterruptibly();
            }
            return closed ? null : due.removeFirst();
        } finally {
            lock.unlock();
        }
    }

    /** Waits before the next try; false if the writer was closed meanwhile. */
    private boolean pauseFor(Duration pause) {
        long left = pause.toNanos();
        lock.lock();
        try {
            while (left > 0 && !closed) {
                left = changed.awaitNanos(left);
            }
            return !closed;
        } catch (InterruptedException interrupted) {
            return false;
        } finally {
            lock.unlock();
        }
    }

    private static Duration min(Duration first, Duration second) {
        return first.compareTo(second) < 0 ? first : second;
    }

    private void locked(Runnable work) {
        locked(() -> {
            work.run();
            return true;
        });
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
