package dev.daybook.sqlite;

import dev.daybook.data.Erasure;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes erased bytes leave the files. Deleting under {@code secure_delete} is not enough: SQLite moves living and dead
 * records between pages, and the log keeps what was. So the file is written anew (VACUUM) and the log is emptied. That
 * costs a copy of the file, so runs of erasures share one. What is pending is known from two counters in {@code meta},
 * of which the erasure itself raises the first; all but the questions is done on the writer's thread.
 */
final class Scrub {

    /** More erasures often follow at once: a forget is several, a user who tidies up makes several. */
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Under traffic that never pauses. */
    private static final long LATEST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** A reader may take minutes, as a backup does: what waits for it must not hold the writer each time. */
    private static final long LONGEST_RETRY_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final int PATIENCE_WITH_READERS_MILLIS = 200;

    static final long NOT_DUE = Long.MAX_VALUE;

    /** The folder for VACUUM's scratch file is one setting for all connections of a process. */
    private static final Object SCRATCH_FOLDER = new Object();

    private final Path folder;
    private final DamagedLogs damagedLogs;
    private volatile long erased;
    private volatile long scrubbed;
    private long firstPending;
    private long lastPending;
    private long notBefore;
    private long retryNanos = RETRY_NANOS;

    /** The last erasure that the file was written anew after; what is left to do is to empty the log. */
    private long vacuumed;

    Scrub(Path folder, DamagedLogs damagedLogs) {
        this.folder = folder;
        this.damagedLogs = damagedLogs;
    }

    /** What was left pending by the process before is due at once. */
    void load(Sql sql) throws SQLException {
        erased = sql.number("SELECT value FROM meta WHERE name = 'erased'");
        scrubbed = sql.number("SELECT value FROM meta WHERE name = 'scrubbed'");
        lastPending = System.nanoTime() - IDLE_NANOS;
        firstPending = lastPending;
        notBefore = lastPending;
    }

    /** After the erasure was committed. */
    void committed(long erasure) {
        lastPending = System.nanoTime();
        if (!pending()) {
            firstPending = lastPending;
            notBefore = lastPending;
        }
        erased = erasure;
    }

    boolean pending() {
        return scrubbed < erased;
    }

    boolean gone(long erasure) {
        if (erasure == Erasure.ALL) {
            return !pending();
        }
        if (erasure < 0 || erasure > erased) {
            throw new IllegalArgumentException(
                    "erasure is " + erasure + "; the store has given numbers up to " + erased);
        }
        return erasure <= scrubbed;
    }

    /** How long the writer may wait for other work; 0 if the scrub is due, also while there is work. */
    long nanosUntilIdleIsLongEnough() {
        long now = System.nanoTime();
        return pending() ? Math.max(0, Math.max(lastPending + IDLE_NANOS - now, notBefore - now)) : NOT_DUE;
    }

    boolean overdue() {
        long now = System.nanoTime();
        return pending() && now - firstPending >= LATEST_NANOS && now - notBefore >= 0;
    }

    /** Does it if anything is pending. A failure leaves it pending, to be tried again. */
    void run(Sql sql) {
        if (!pending()) {
            return;
        }
        try {
            if (runWithoutReaders(sql)) {
                retryNanos = RETRY_NANOS;
                return;
            }
            log("a scrub waits for readers", null);
        } catch (SQLException | Error failure) {
            log("a scrub failed and will be tried again", failure);
        }
        notBefore = System.nanoTime() + retryNanos;
        retryNanos = Math.min(retryNanos * 2, LONGEST_RETRY_NANOS);
    }

    /** False if a reader is in the way: then the file is not written anew, which would only make the log grow. */
    private boolean runWithoutReaders(Sql sql) throws SQLException {
        long target = erased;
        sql.execute("PRAGMA busy_timeout = " + PATIENCE_WITH_READERS_MILLIS);
        try {
            if (vacuumed < target) {
                if (!emptyLog(sql)) {
                    return false;
                }
                vacuum(sql);
                vacuumed = target;
            }
            if (!emptyLog(sql)) {
                return false;
            }
        } finally {
            sql.execute("PRAGMA busy_timeout = " + DatabaseFile.BUSY_MILLIS);
        }
        damagedLogs.deleteAcknowledged();
        // On a page that VACUUM has just written, so this itself leaves nothing to scrub.
        sql.update("UPDATE meta SET value = ? WHERE name = 'scrubbed'", target);
        scrubbed = target;
        return true;
    }

    private static void log(String message, @Nullable Throwable cause) {
        System.getLogger(Scrub.class.getName()).log(cause == null ? Level.DEBUG : Level.WARNING, message, cause);
    }

    private void vacuum(Sql sql) throws SQLException {
        synchronized (SCRATCH_FOLDER) {
            scratchFolder(sql, folder.toString());
            sql.execute("PRAGMA temp_store = FILE");
            try {
                sql.execute("VACUUM");
            } finally {
                sql.execute("PRAGMA temp_store = MEMORY");
                scratchFolder(sql, "");
            }
        }
    }

    /** A pragma takes no bind parameter. */
    private static void scratchFolder(Sql sql, String path) throws SQLException {
        sql.execute("PRAGMA temp_store_directory = '" + path.replace("'", "''") + "'");
    }

    /** Writes the log into the file and cuts it to nothing; false if a reader still needed it when patience ended. */
    static boolean emptyLog(Sql sql) throws SQLException {
        return sql.number("PRAGMA wal_checkpoint(TRUNCATE)") == 0;
    }
}
