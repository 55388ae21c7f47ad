package dev.daybook.sqlite;

import dev.daybook.internal.sqlite.database.DamagedLogs;
import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.KeyFile;
import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.internal.sqlite.database.MovedKeys;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.outcome.ErasureReceipt;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Erases the keys of erased records (crypto-shredding). Deleted rows remain readable in free pages and in the log, and
 * rewriting those costs as much as the whole store; without its key a row is noise. The transaction of an erasure lists
 * the keys in {@code erased_key}; once it is durable, a scrub overwrites the keys in the key file. If other records had one of
 * the keys before, it moves the log into the database first. This runs before the erasure is acknowledged. If it fails, or
 * the process ends in between, it is repeated. Everything except queries runs on the writer's thread.
 */
final class ErasureScrub {

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long MAX_RETRY_NANOS = TimeUnit.MINUTES.toNanos(1);

    static final long NOT_DUE = Long.MAX_VALUE;

    /** The wait for readers of the log, during which nothing is written. */
    private static final int READERS_MILLIS = 100;

    /** The same for moved records, which are not urgent. */
    private static final int MOVE_READERS_MILLIS = 20;

    private final SqlConnection sql;
    private final KeyFile keys;
    private final DamagedLogs damagedLogs;

    /** Its write lock is held while keys are erased, so that a read can exclude it. */
    private final ReadWriteLock erasures = new ReentrantReadWriteLock();

    private volatile long erased;
    private volatile long scrubbed;
    private volatile long notBefore;
    private long retryNanos = RETRY_NANOS;

    /** True while the database lists keys that are erased already. The next transaction of the writer removes them. */
    private boolean unrecorded;

    /** Of the listed keys those that only records of erased whole scopes had. */
    private final Set<Integer> ownKeys = new HashSet<>();

    /** Work left pending by the previous process is due at once. */
    ErasureScrub(SqlConnection sql, KeyFile keys, DamagedLogs damagedLogs) throws SQLException {
        this.sql = sql;
        this.keys = keys;
        this.damagedLogs = damagedLogs;
        erased = sql.number("SELECT value FROM meta WHERE name = 'erased'");
        scrubbed = sql.number("SELECT value FROM meta WHERE name = 'scrubbed'");
        notBefore = System.nanoTime();
    }

    /**
     * Call it after the commit of an erasure, before its answer.
     *
     * @param keys the slots that only records of an erased whole scope had
     */
    void committed(long erasure, Set<Integer> keys) {
        erased = erasure;
        ownKeys.addAll(keys);
        if (System.nanoTime() - notBefore >= 0) {
            run();
        }
    }

    ReadWriteLock erasures() {
        return erasures;
    }

    boolean pending() {
        return scrubbed < erased;
    }

    boolean isScrubbed(long erasure) {
        if (erasure == ErasureReceipt.ALL) {
            return !pending();
        }
        if (erasure < 0 || erasure > erased) {
            throw new IllegalArgumentException(
                    "erasure is " + erasure + "; the store has given numbers up to " + erased);
        }
        return erasure <= scrubbed;
    }

    /** Returns the time the writer may wait for other work; 0 if a scrub is due. */
    long nanosUntilDue() {
        return pending() ? Math.max(0, notBefore - System.nanoTime()) : NOT_DUE;
    }

    /** Scrubs if anything is pending. After a failure it stays pending and is retried. */
    void run() {
        if (!pending()) {
            return;
        }
        long target = erased;
        try {
            List<Integer> slots = KeySlots.markedErased(sql);
            if (!ownKeys.containsAll(slots)) {
                moveLog();
            }
            erase(slots);
            damagedLogs.deleteAcknowledged();
            scrubbed = target;
            unrecorded = true;
            retryNanos = RETRY_NANOS;
        } catch (SQLException | IOException | RuntimeException | Error failure) {
            System.getLogger(ErasureScrub.class.getName())
                    .log(
                            Level.WARNING,
                            "the keys of erased entries could not be erased; it will be tried again",
                            failure);
            notBefore = System.nanoTime() + retryNanos;
            retryNanos = Math.min(retryNanos * 2, MAX_RETRY_NANOS);
        }
    }

    /**
     * Moves the log into the database, durably. An erasure of some entries has encrypted their neighbours again, and the
     * older copies lose their keys next: a log that is damaged later must not take the only readable ones along. An erasure
     * of a whole scope leaves nothing that had its keys, so it does without: two flushes instead of five (decision 166). A long
     * read, such as a backup, or a full disk can prevent it; then they stay in the log, for an erasure must not wait.
     */
    private void moveLog() throws SQLException {
        sql.execute("PRAGMA busy_timeout = " + READERS_MILLIS);
        try {
            emptyLog(sql);
        } catch (SQLException failure) {
            System.getLogger(ErasureScrub.class.getName())
                    .log(Level.WARNING, "the log was not moved into the database before an erasure of keys", failure);
        } finally {
            sql.execute("PRAGMA busy_timeout = " + DatabaseFile.BUSY_MILLIS);
        }
    }

    /**
     * Destroys the keys of earlier builds whose records have moved to other keys, once the log is in the database. No read
     * needs one of them then: a read of an older state keeps the log from being emptied.
     *
     * @return false if that cannot be done now; nothing was destroyed
     */
    boolean destroyMoved() throws SQLException, IOException {
        Set<Integer> slots = MovedKeys.all(sql);
        // A group that was written again for another reason has left its key to the next erasure.
        slots.addAll(KeySlots.markedErased(sql));
        boolean damaged = slots.remove(KeySlots.NONE);
        slots.removeIf(slot -> !sql.cipher().hasKey(slot));
        if (slots.isEmpty() && !damaged) {
            return true;
        }
        if (pending()) {
            return false;
        }
        sql.execute("PRAGMA busy_timeout = " + MOVE_READERS_MILLIS);
        try {
            if (!emptyLog(sql)) {
                return false;
            }
        } finally {
            sql.execute("PRAGMA busy_timeout = " + DatabaseFile.BUSY_MILLIS);
        }
        if (damaged) {
            slots.addAll(KeySlots.unreferenced(sql));
        }
        // A read that excludes erasures may be long, and writers wait for this.
        if (!erasures.writeLock().tryLock()) {
            return false;
        }
        try {
            keys.erase(slots);
        } finally {
            erasures.writeLock().unlock();
        }
        return true;
    }

    private void erase(Collection<Integer> slots) throws IOException {
        erasures.writeLock().lock();
        try {
            keys.erase(slots);
        } finally {
            erasures.writeLock().unlock();
        }
    }

    /** Records finished scrubs, in a transaction that commits for another reason: they need no flush of their own. */
    void record() throws SQLException {
        if (unrecorded) {
            sql.update("DELETE FROM erased_key");
            sql.update("UPDATE meta SET value = ? WHERE name = 'scrubbed'", scrubbed);
        }
    }

    /** Call it after the commit of a transaction with {@link #record}, before any further scrub. */
    void recorded() {
        if (unrecorded) {
            ownKeys.clear();
        }
        unrecorded = false;
    }

    /** Scrubs and records it in a transaction of its own, before the store is closed. */
    void close() throws SQLException {
        run();
        if (unrecorded) {
            sql.update("BEGIN IMMEDIATE");
            record();
            sql.update("COMMIT");
        }
    }

    /** Checkpoints and truncates the log; returns false if a reader still needed it at the end of the timeout. */
    static boolean emptyLog(SqlConnection sql) throws SQLException {
        return sql.number("PRAGMA wal_checkpoint(TRUNCATE)") == 0;
    }
}
