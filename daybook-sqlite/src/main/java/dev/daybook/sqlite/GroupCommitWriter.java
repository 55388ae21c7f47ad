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
 * The single writer thread with group commit. It takes all waiting jobs, runs each under a savepoint, so that a refused
 * one does not affect the others, and commits once: concurrent callers share a flush, a single caller gets its own at
 * once.
 */
final class GroupCommitWriter {

    /** Bounds the wait of the first job of a group for the others. */
    private static final int GROUP = 256;

    private static final long SCRUB_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Commits and flushes a transaction; tests replace it by one that fails. */
    @FunctionalInterface
    interface Committer {
        void commit(SqlConnection sql) throws SQLException;

        /** Truncates the log when the store is closed. */
        default void emptyLog(SqlConnection sql) throws SQLException {
            ErasureScrub.emptyLog(sql);
        }

        Committer FLUSH = sql -> sql.update("COMMIT");
    }

    private final DatabaseFile file;
    private final SqlConnection sql;
    private final ErasureScrub scrub;
    private final IndexCheck indexes;
    private final Committer committer;
    private final LinkedBlockingQueue<Job<?>> queue = new LinkedBlockingQueue<>();
    private final Thread thread;
    private boolean closing;
    private final List<Job<?>> batch = new ArrayList<>();
    private @Nullable Throwable broken;
    private boolean failedRound;
    private boolean retrying;

    GroupCommitWriter(
            DatabaseFile file, SqlConnection sql, ErasureScrub scrub, IndexCheck indexes, Committer committer) {
        this.file = file;
        this.sql = sql;
        this.scrub = scrub;
        this.indexes = indexes;
        this.committer = committer;
        thread = new Thread(this::work, "daybook-sqlite-writer");
        // A program that ends without closing the store must end; acknowledged writes are in the log.
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * @param alone whether the job runs alone, outside a transaction
     * @param committed receives the result on the writer's thread, before the caller does
     */
    private record Job<T>(ConnectionWork<T> work, boolean alone, Consumer<T> committed, CompletableFuture<T> done) {

        Runnable run(SqlConnection sql) throws SQLException {
            T result = work.run(sql);
            return () -> {
                try {
                    committed.accept(result);
                } finally {
                    // The result is durable even if a later step fails.
                    done.complete(result);
                }
            };
        }
    }

    /** Runs work in a transaction; the result is durable on return. An interrupted caller still waits. */
    <T> T write(ConnectionWork<T> work, Consumer<T> committed) {
        return await(submit(new Job<>(work, false, committed, new CompletableFuture<>())));
    }

    /** For tests: returns the number of queued jobs. */
    int waiting() {
        return queue.size();
    }

    /** Runs work that cannot run in a transaction. */
    <T> T alone(ConnectionWork<T> work) {
        return await(submit(new Job<>(work, true, result -> {}, new CompletableFuture<>())));
    }

    /** Scrubs next, and repeats while a failing disk prevents it, until the condition holds or the time is up. */
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

    private boolean scrubNow(SqlConnection connection) {
        scrub.run();
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
                    // The write is in progress. Leaving now would leave the caller without its outcome.
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
                more = runRound();
            } catch (Throwable escaped) {
                // Does nothing else here: the cause may be a lack of memory. The next round informs the waiting
                // callers.
                failedRound = true;
            }
        }
    }

    /** Runs one round of waiting jobs; returns false after the last. */
    private boolean runRound() throws InterruptedException {
        if (failedRound) {
            // Every committed job was answered; an uncommitted one must not be committed with the next group.
            rollBack();
            for (Job<?> job : batch) {
                if (!job.done.isDone()) {
                    job.done.completeExceptionally(
                            notStored("the writer thread failed, most likely by a lack of memory"));
                }
            }
            failedRound = false;
        }
        batch.clear();
        if (isClosing() && queue.isEmpty()) {
            return false;
        }
        long patience =
                broken == null ? Math.min(scrub.nanosUntilDue(), indexes.nanosUntilDue()) : ErasureScrub.NOT_DUE;
        Job<?> first = queue.poll(patience, TimeUnit.NANOSECONDS);
        if (first != null) {
            batch.add(first);
            queue.drainTo(batch, GROUP - 1);
            run(batch);
        }
        if (broken == null && !isClosing() && scrub.nanosUntilDue() == 0) {
            scrub.run();
        }
        if (broken == null && first == null && indexes.nanosUntilDue() == 0) {
            indexes.run(sql, () -> !queue.isEmpty());
        }
        return true;
    }

    /** Runs jobs in order; a job that runs alone separates two groups. */
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
            job.done.completeExceptionally(SqliteFailures.translate(file.path(), failure));
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
            scrub.record();
            for (Job<?> job : group) {
                answers.add(attempt(job));
            }
            committer.commit(sql);
            scrub.recorded();
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
                // The whole group is durable, so the other callers must be informed.
                failedRound = true;
            }
        }
    }

    /** The failing job gets the error; the other jobs can be retried. */
    private static void failed(List<Job<?>> group, int failing, Error error) {
        for (int i = 0; i < group.size(); i++) {
            group.get(i)
                    .done
                    .completeExceptionally(
                            i == failing || failing == group.size()
                                    ? error
                                    : notStored("a write of another caller failed in the same transaction ("
                                            + error.getClass().getName() + ")"));
        }
    }

    private static StoreException notStored(String why) {
        return new StoreException(why + "; nothing of this write was stored, try it again", null, true);
    }

    /** A refusal concerns one job. A failure of SQLite may have ended the transaction and concerns all. */
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
        // After a failed flush the system may have dropped the unwritten pages, and the next flush succeeds without
        // them. So the store
        // stays read-only until the log is read from the disk again, even if this handling fails.
        broken = failure;
        rollBack();
        if (!SqliteFailures.isInputOutput(failure)) {
            broken = null;
            if (retried(group, failure)) {
                return;
            }
        }
        group.forEach(job -> job.done.completeExceptionally(SqliteFailures.translate(file.path(), failure)));
    }

    private boolean retried(List<Job<?>> group, SQLException failure) {
        if (group.size() > 1) {
            group.forEach(job -> commit(List.of(job)));
            return true;
        }
        if (SqliteFailures.isFull(failure) && !retrying && checkpoint()) {
            retrying = true;
            try {
                commit(group);
            } finally {
                retrying = false;
            }
            return true;
        }
        return false;
    }

    /** Checkpointed frames can be overwritten, so a full disk may have room for one more write, such as a forget. */
    private boolean checkpoint() {
        try {
            sql.execute("PRAGMA wal_checkpoint(PASSIVE)");
            return true;
        } catch (SQLException e) {
            System.getLogger(GroupCommitWriter.class.getName())
                    .log(System.Logger.Level.DEBUG, "the log stays as it is", e);
            return false;
        }
    }

    private void rollBack() {
        try {
            sql.update("ROLLBACK");
        } catch (SQLException e) {
            // SQLite has rolled back itself, as on a full disk; otherwise the next BEGIN fails.
            System.getLogger(GroupCommitWriter.class.getName())
                    .log(System.Logger.Level.DEBUG, "nothing to roll back", e);
        }
    }

    private void requireSound() {
        if (broken != null) {
            throw unsound();
        }
    }

    private StoreException unsound() {
        // A message not from SQLite may quote stored text.
        String what = broken instanceof SQLException failure
                ? String.valueOf(failure.getMessage())
                : String.valueOf(broken == null ? null : broken.getClass().getName());
        return new StoreException(
                "writing " + file.path() + " failed before, so the store only reads now (" + what
                        + "); check the disk and the program's log, then open it again",
                broken,
                false);
    }

    private synchronized boolean isClosing() {
        return closing;
    }

    /**
     * Completes the waiting jobs and the pending scrub, truncates the log and closes the file. On a full or failing
     * disk the log and the scrub are left to the next opening.
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
                scrub.close();
                committer.emptyLog(sql);
            }
        } catch (SQLException failure) {
            if (!SqliteFailures.isOfTheDisk(failure)) {
                throw failure;
            }
            // Acknowledged writes are safe in the log; an exception would suggest otherwise.
            System.getLogger(GroupCommitWriter.class.getName())
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
