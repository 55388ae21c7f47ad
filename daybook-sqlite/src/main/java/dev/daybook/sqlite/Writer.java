package dev.daybook.sqlite;

import dev.daybook.data.StoreException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that writes. It takes all that waits, applies each piece of work under a savepoint, so that one that
 * is refused takes nothing with it, and commits once: many callers share a flush, a single one has its own at once.
 */
final class Writer {

    /** Bounds how long the first of a group waits for the others. */
    private static final int GROUP = 256;

    private static final long SCRUB_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Flushes what a transaction wrote; tests put in one that fails. */
    @FunctionalInterface
    interface Committer {
        void commit(Sql sql) throws SQLException;

        /** Empties the log when the store is closed. */
        default void emptyLog(Sql sql) throws SQLException {
            Scrub.emptyLog(sql);
        }

        Committer FLUSH = sql -> sql.update("COMMIT");
    }

    private final DatabaseFile file;
    private final Sql sql;
    private final Scrub scrub;
    private final IndexCheck indexes;
    private final Committer committer;
    private final LinkedBlockingQueue<Job<?>> queue = new LinkedBlockingQueue<>();
    private final Thread thread;
    private boolean closing;
    private final List<Job<?>> taken = new ArrayList<>();
    private @Nullable Throwable broken;
    private boolean disturbed;
    private boolean again;

    Writer(DatabaseFile file, Sql sql, Scrub scrub, IndexCheck indexes, Committer committer) {
        this.file = file;
        this.sql = sql;
        this.scrub = scrub;
        this.indexes = indexes;
        this.committer = committer;
        thread = new Thread(this::work, "daybook-sqlite-writer");
        // A program that ends without closing must end; what was acknowledged is in the log.
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * @param alone to be run outside a transaction, with no other
     * @param committed told the result on the writer's thread, before the caller is
     */
    private record Job<T>(Work<T> work, boolean alone, Consumer<T> committed, CompletableFuture<T> done) {

        Runnable run(Sql sql) throws SQLException {
            T result = work.run(sql);
            return () -> {
                try {
                    committed.accept(result);
                } finally {
                    // It is durable, whatever else fails now.
                    done.complete(result);
                }
            };
        }
    }

    /** Does something in a transaction; on return it is durable. An interrupted caller waits all the same. */
    <T> T write(Work<T> work, Consumer<T> committed) {
        return await(submit(new Job<>(work, false, committed, new CompletableFuture<>())));
    }

    /** For tests: how many wait. */
    int waiting() {
        return queue.size();
    }

    /** Does something that cannot be done in a transaction. */
    <T> T alone(Work<T> work) {
        return await(submit(new Job<>(work, true, result -> {}, new CompletableFuture<>())));
    }

    /** Scrubs next, and again if readers or a full disk were in the way, until something is so or the time is up. */
    boolean scrub(long nanos, BooleanSupplier enough) {
        long end = System.nanoTime() + nanos;
        while (!enough.getAsBoolean() && end - System.nanoTime() > 0) {
            CompletableFuture<Boolean> done =
                    submit(new Job<>(this::scrubNow, true, result -> {}, new CompletableFuture<>()));
            try {
                if (!done.get(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    TimeUnit.NANOSECONDS.sleep(Math.min(SCRUB_AGAIN_NANOS, end - System.nanoTime()));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            } catch (TimeoutException e) {
                break;
            } catch (ExecutionException e) {
                throw thrown(e);
            }
        }
        return enough.getAsBoolean();
    }

    private boolean scrubNow(Sql connection) {
        scrub.run(connection);
        return !scrub.pending();
    }

    private synchronized <T> CompletableFuture<T> submit(Job<T> job) {
        if (closing) {
            throw file.closed();
        }
        queue.add(job);
        return job.done;
    }

    private static <T> T await(CompletableFuture<T> done) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return done.get();
                } catch (InterruptedException e) {
                    // The write is under way. To leave now would leave the caller not knowing whether it happened.
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw thrown(e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException thrown(ExecutionException e) {
        if (e.getCause() instanceof Error error) {
            throw error;
        }
        return e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e);
    }

    private void work() {
        boolean more = true;
        while (more) {
            try {
                more = turn();
            } catch (Throwable escaped) {
                // Nothing more here: what escapes may be a lack of memory. The next turn tells those who wait.
                disturbed = true;
            }
        }
    }

    /** Does what waits; false when there will be no more. */
    private boolean turn() throws InterruptedException {
        if (disturbed) {
            // Whatever is committed was answered; what is not must not be committed with the next group.
            rollBack();
            for (Job<?> job : taken) {
                if (!job.done.isDone()) {
                    job.done.completeExceptionally(
                            notDone("the writer was disturbed, most likely by a lack of memory"));
                }
            }
            disturbed = false;
        }
        taken.clear();
        if (isClosing() && queue.isEmpty()) {
            return false;
        }
        long patience =
                broken == null ? Math.min(scrub.nanosUntilIdleIsLongEnough(), indexes.nanosUntilDue()) : Scrub.NOT_DUE;
        Job<?> first = queue.poll(patience, TimeUnit.NANOSECONDS);
        if (first != null) {
            taken.add(first);
            queue.drainTo(taken, GROUP - 1);
            run(taken);
        }
        boolean idle = first == null && scrub.nanosUntilIdleIsLongEnough() == 0;
        if (broken == null && !isClosing() && (idle || scrub.overdue())) {
            scrub.run(sql);
        }
        if (broken == null && first == null && indexes.nanosUntilDue() == 0) {
            indexes.run(sql, () -> !queue.isEmpty());
        }
        return true;
    }

    /** In the order they came: what is to be run alone parts two groups. */
    private void run(List<Job<?>> waiting) {
        List<Job<?>> group = new ArrayList<>();
        for (Job<?> job : waiting) {
            if (job.alone) {
                commit(group);
                group = new ArrayList<>();
                alone(job);
            } else {
                group.add(job);
            }
        }
        commit(group);
    }

    private void alone(Job<?> job) {
        try {
            requireSound();
            job.run(sql).run();
        } catch (SQLException failure) {
            job.done.completeExceptionally(Failures.translate(file.path(), failure));
        } catch (RuntimeException | Error failure) {
            job.done.completeExceptionally(failure);
        }
    }

    private void commit(List<Job<?>> group) {
        if (group.isEmpty()) {
            return;
        }
        List<Runnable> answers = new ArrayList<>();
        try {
            requireSound();
            sql.update("BEGIN IMMEDIATE");
            for (Job<?> job : group) {
                answers.add(attempt(job));
            }
            committer.commit(sql);
        } catch (SQLException failure) {
            failed(group, failure);
            return;
        } catch (RuntimeException refusal) {
            rollBack();
            group.forEach(job -> job.done.completeExceptionally(refusal));
            return;
        } catch (Error error) {
            rollBack();
            failed(group, answers.size(), error);
            return;
        }
        for (Runnable answer : answers) {
            try {
                answer.run();
            } catch (Throwable escaped) {
                // All of the group is durable: the others must hear so.
                disturbed = true;
            }
        }
    }

    /** The one that met the error gets it; for the others it is none of theirs, and they may come again. */
    private static void failed(List<Job<?>> group, int failing, Error error) {
        for (int i = 0; i < group.size(); i++) {
            group.get(i)
                    .done
                    .completeExceptionally(
                            i == failing || failing == group.size()
                                    ? error
                                    : notDone("a write of another caller failed in the same transaction ("
                                            + error.getClass().getName() + ")"));
        }
    }

    private static StoreException notDone(String why) {
        return new StoreException(why + "; nothing of this write was kept, try it again", null, true);
    }

    /** A refusal concerns one job; a failure of SQLite may have ended the transaction, and so concerns all. */
    private Runnable attempt(Job<?> job) throws SQLException {
        sql.update("SAVEPOINT job");
        Runnable answer;
        try {
            answer = job.run(sql);
        } catch (RuntimeException refusal) {
            sql.update("ROLLBACK TO job");
            answer = () -> job.done.completeExceptionally(refusal);
        }
        sql.update("RELEASE job");
        return answer;
    }

    private void failed(List<Job<?>> group, SQLException failure) {
        // After a failed flush the system may have dropped what it could not write, and the next flush succeeds without
        // it. So nothing is written any more until the log was read again from the disk; also if this fails half-way.
        broken = failure;
        rollBack();
        if (!Failures.isInputOutput(failure)) {
            broken = null;
            if (triedAgain(group, failure)) {
                return;
            }
        }
        group.forEach(job -> job.done.completeExceptionally(Failures.translate(file.path(), failure)));
    }

    private boolean triedAgain(List<Job<?>> group, SQLException failure) {
        if (group.size() > 1) {
            group.forEach(job -> commit(List.of(job)));
            return true;
        }
        if (Failures.isFull(failure) && !again && takeInLog()) {
            again = true;
            try {
                commit(group);
            } finally {
                again = false;
            }
            return true;
        }
        return false;
    }

    /** What is in the file by now can be written over: so a full disk may have room for one more, such as a forget. */
    private boolean takeInLog() {
        try {
            sql.execute("PRAGMA wal_checkpoint(PASSIVE)");
            return true;
        } catch (SQLException e) {
            System.getLogger(Writer.class.getName()).log(System.Logger.Level.DEBUG, "the log stays as it is", e);
            return false;
        }
    }

    private void rollBack() {
        try {
            sql.update("ROLLBACK");
        } catch (SQLException e) {
            // SQLite has rolled back by itself, as it does when the disk is full; else the next BEGIN will fail.
            System.getLogger(Writer.class.getName()).log(System.Logger.Level.DEBUG, "nothing to roll back", e);
        }
    }

    private void requireSound() {
        if (broken != null) {
            throw unsound();
        }
    }

    private StoreException unsound() {
        // What is not of SQLite may quote a memory in its message.
        String what = broken instanceof SQLException failure
                ? String.valueOf(failure.getMessage())
                : String.valueOf(broken == null ? null : broken.getClass().getName());
        return new StoreException(
                "writing " + file.path() + " failed before, so the store only reads now (" + what
                        + "); look after the disk and the log of the program, then open it again",
                broken,
                false);
    }

    private synchronized boolean isClosing() {
        return closing;
    }

    /**
     * Finishes what waits and the pending scrub, empties the log and lets go of the file. If the disk is full or fails,
     * the log and the scrub wait for the next opening.
     */
    void close() throws SQLException {
        synchronized (this) {
            closing = true;
            // Wakes the thread.
            queue.add(new Job<>(connection -> true, true, result -> {}, new CompletableFuture<>()));
        }
        awaitEnd();
        try (sql) {
            if (broken == null) {
                scrub.run(sql);
                committer.emptyLog(sql);
            }
        } catch (SQLException failure) {
            if (!Failures.isOfTheDisk(failure)) {
                throw failure;
            }
            // What was acknowledged is safe in the log. An exception here would tell the caller that it is not.
            System.getLogger(Writer.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "the log of " + file.path() + " could not be emptied and is left for the next opening",
                            failure);
        }
    }

    private void awaitEnd() {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
