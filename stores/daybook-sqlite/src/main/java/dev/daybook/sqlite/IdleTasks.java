package dev.daybook.sqlite;

import dev.daybook.internal.sqlite.database.SqlConnection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The thread that retries a failed scrub, checks the pages of an idle store and moves the records of earlier builds. It
 * yields to waiting writes.
 */
final class IdleTasks {

    private final GroupCommitWriter writer;
    private final ErasureScrub scrub;
    private final IndexCheck indexes;
    private final OldRecordPass moving;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread thread;
    private boolean closing;

    IdleTasks(GroupCommitWriter writer, ErasureScrub scrub, IndexCheck indexes, OldRecordPass moving) {
        this.writer = writer;
        this.scrub = scrub;
        this.indexes = indexes;
        this.moving = moving;
        thread = new Thread(this::run, "daybook-sqlite-idle");
        // A program that ends without closing the store must end; acknowledged writes are in the log.
        thread.setDaemon(true);
        thread.start();
    }

    /** Looks for due tasks again, after a scrub failed. */
    void wake() {
        lock.lock();
        try {
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            boolean open = true;
            while (open && awaitTask()) {
                open = runIdle();
                if (open && moving.nanosUntilDue() == 0) {
                    // A write as that of a caller, in a transaction with those of others.
                    moving.run(writer);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean runIdle() {
        if (scrub.nanosUntilDue() > 0 && indexes.nanosUntilDue() > 0) {
            return true;
        }
        try {
            return writer.runIdle(this::runDue);
        } catch (RuntimeException | Error failure) {
            // The next check is due later, and may succeed.
            System.getLogger(IdleTasks.class.getName())
                    .log(System.Logger.Level.WARNING, "a check of the idle store failed", failure);
            return true;
        }
    }

    private void runDue(SqlConnection sql) {
        if (scrub.nanosUntilDue() == 0) {
            scrub.run();
        }
        if (indexes.nanosUntilDue() == 0) {
            indexes.run(sql, () -> writer.hasWaiting() || isClosing());
        }
    }

    /** Waits until a task is due; returns false if the store is being closed. */
    private boolean awaitTask() throws InterruptedException {
        lock.lock();
        try {
            long left = nanosUntilDue();
            while (!closing && left > 0) {
                changed.await(left, TimeUnit.NANOSECONDS);
                left = nanosUntilDue();
            }
            return !closing;
        } finally {
            lock.unlock();
        }
    }

    private long nanosUntilDue() {
        return Math.min(moving.nanosUntilDue(), Math.min(scrub.nanosUntilDue(), indexes.nanosUntilDue()));
    }

    private boolean isClosing() {
        lock.lock();
        try {
            return closing;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the thread, after a running task. */
    void close() {
        lock.lock();
        try {
            closing = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
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
