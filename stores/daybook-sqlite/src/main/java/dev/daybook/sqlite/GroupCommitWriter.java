package dev.daybook.sqlite;

import dev.daybook.error.StoreException;
import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.SqlConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Group commit by leader and followers. A caller queues its job; the caller that gets the lock leads: it runs all queued
 * jobs, each under a savepoint, so that a refused one does not affect the others, and commits once. Concurrent callers
 * share a flush, and a single caller commits on its own thread, without a handover to another one. A job alone has no
 * savepoint, for which SQLite would copy each page that it changes: its refusal rolls the transaction back.
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
    private final Committer committer;
    private final IdleTasks idleTasks;
    private final ConcurrentLinkedQueue<WriteJob<?>> queue = new ConcurrentLinkedQueue<>();

    /** Held by the leader; it guards the connection and the fields below. */
    private final ReentrantLock leading = new ReentrantLock();

    private final List<WriteJob<?>> batch = new ArrayList<>();
    private @Nullable Throwable broken;
    private boolean failedRound;
    private boolean retrying;
    private boolean closed;
    private volatile boolean closing;

    GroupCommitWriter(
            DatabaseFile file,
            SqlConnection sql,
            ErasureScrub scrub,
            IndexCheck indexes,
            OldRecordPass moving,
            Committer committer) {
        this.file = file;
        this.sql = sql;
        this.scrub = scrub;
        this.committer = committer;
        idleTasks = new IdleTasks(this, scrub, indexes, moving);
    }

    /** Runs work in a transaction; the result is durable on return. An interrupted caller still waits. */
    <T> T write(ConnectionWork<T> work, Consumer<T> committed) {
        WriteJob<T> job = new WriteJob<>(work, committed);
        requireOpen();
        queue.add(job);
        // A write that has begun ends: leaving it would leave the caller without its outcome.
        boolean interrupted = false;
        while (!job.isDone()) {
            if (leading.tryLock()) {
                interrupted |= Thread.interrupted();
                List<WriteJob<?>> left = List.of();
                try {
                    left = lead();
                } finally {
                    unlock();
                    // One of them leads the next round.
                    left.forEach(WriteJob::wake);
                }
            } else {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return job.result();
    }

    private void requireOpen() {
        if (closing) {
            throw file.closed();
        }
    }

    /** Ends leading; the first of the jobs that came meanwhile leads next. */
    private void unlock() {
        leading.unlock();
        WriteJob<?> next = queue.peek();
        if (next != null) {
            next.wake();
        }
    }

    boolean isClosing() {
        return closing;
    }

    /** Looks for due tasks of the idle store again. */
    void wakeIdleTasks() {
        idleTasks.wake();
    }

    /** For tests: returns the number of waiting callers. */
    int waiting() {
        return queue.size() + leading.getQueueLength();
    }

    boolean hasWaiting() {
        return !queue.isEmpty();
    }

    /** Runs work on the connection of the writer, outside a transaction. */
    <T> T alone(ConnectionWork<T> work) {
        leading.lock();
        try {
            requireOpen();
            requireSound();
            return work.run(sql);
        } catch (SQLException failure) {
            throw SqliteFailures.translate(file.path(), failure);
        } finally {
            unlock();
        }
    }

    /** Scrubs next, and repeats while a failing disk prevents it, until the condition holds or the time is up. */
    boolean scrub(long nanos, BooleanSupplier enough) {
        long end = System.nanoTime() + nanos;
        try {
            while (!enough.getAsBoolean()
                    && end - System.nanoTime() > 0
                    && leading.tryLock(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                try {
                    requireOpen();
                    scrub.run();
                } finally {
                    unlock();
                }
                if (!enough.getAsBoolean()) {
                    TimeUnit.NANOSECONDS.sleep(Math.min(SCRUB_AGAIN_NANOS, end - System.nanoTime()));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return enough.getAsBoolean();
    }

    /** Runs a task of an idle store; returns false if the store is closed or only reads. */
    boolean runIdle(Consumer<SqlConnection> task) {
        leading.lock();
        try {
            boolean runs = !closing && broken == null;
            if (runs) {
                task.accept(sql);
            }
            return runs;
        } finally {
            unlock();
        }
    }

    /** Runs the queued jobs; returns those that are not done because of a failure. */
    private List<WriteJob<?>> lead() {
        round();
        if (failedRound) {
            round();
        }
        if (scrub.pending()) {
            idleTasks.wake();
        }
        List<WriteJob<?>> left = new ArrayList<>();
        for (WriteJob<?> job : batch) {
            if (!job.isDone()) {
                left.add(job);
            }
        }
        return left;
    }

    /** Runs one group of queued jobs. A failure in it is told by the next round, as its cause may be a lack of memory. */
    private void round() {
        try {
            if (failedRound) {
                // Every committed job was answered; an uncommitted one must not be committed with the next group.
                rollBack();
                for (WriteJob<?> job : batch) {
                    if (!job.isDone()) {
                        job.fail(notStored("a writer failed, most likely by a lack of memory"));
                    }
                }
                failedRound = false;
            }
            batch.clear();
            for (WriteJob<?> job = queue.poll(); job != null; job = batch.size() < GROUP ? queue.poll() : null) {
                batch.add(job);
            }
            if (closed) {
                batch.forEach(job -> job.fail(file.closed()));
            } else {
                commit(batch);
            }
            // No job stays here until the next one: it refers to the texts that it wrote.
            batch.clear();
        } catch (Throwable escaped) {
            failedRound = true;
        }
    }

    private void commit(List<WriteJob<?>> group) {
        if (group.isEmpty()) {
            return;
        }
        List<Runnable> answers = new ArrayList<>();
        try {
            requireSound();
            sql.update("BEGIN IMMEDIATE");
            scrub.record();
            for (WriteJob<?> job : group) {
                answers.add(group.size() == 1 ? job.run(sql) : attempt(job));
            }
            committer.commit(sql);
            scrub.recorded();
        } catch (SQLException failure) {
            failed(group, failure);
            return;
        } catch (RuntimeException refusal) {
            rollBack();
            group.forEach(job -> job.fail(refusal));
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
    private static void failed(List<WriteJob<?>> group, int failing, Error error) {
        for (int i = 0; i < group.size(); i++) {
            group.get(i)
                    .fail(
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
    private Runnable attempt(WriteJob<?> job) throws SQLException {
        sql.update("SAVEPOINT job");
        Runnable answer;
        try {
            answer = job.run(sql);
        } catch (RuntimeException refusal) {
            rollBackTo(refusal);
            answer = () -> job.fail(refusal);
        }
        sql.update("RELEASE job");
        return answer;
    }

    /** A failed read may have ended the transaction: then the jobs run again, each in one of its own. */
    private void rollBackTo(RuntimeException refusal) throws SQLException {
        try {
            sql.update("ROLLBACK TO job");
        } catch (SQLException ended) {
            ended.addSuppressed(refusal);
            throw ended;
        }
    }

    private void failed(List<WriteJob<?>> group, SQLException failure) {
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
        group.forEach(job -> job.fail(SqliteFailures.translate(file.path(), failure)));
    }

    private boolean retried(List<WriteJob<?>> group, SQLException failure) {
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

    /**
     * Completes the waiting jobs and the pending scrub, truncates the log and closes the file. On a full or failing
     * disk the log and the scrub are left to the next opening.
     */
    void close() throws SQLException {
        closing = true;
        idleTasks.close();
        leading.lock();
        try (sql) {
            while (!queue.isEmpty() || failedRound) {
                lead();
            }
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
        } finally {
            closed = true;
            unlock();
        }
    }
}
