package dev.daybook.sqlite;

import dev.daybook.data.ErasureReceipt;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Removes erased bytes from the files. Deleting with {@code secure_delete} is not enough: SQLite copies live and dead
 * records between pages, and the log keeps old pages. A scrub rewrites the file (VACUUM) and truncates the log. This
 * costs a copy of the file, so consecutive erasures share one. Two counters in {@code meta} record the pending work;
 * the erasure itself increments the first. Everything except queries runs on the writer's thread.
 */
final class ErasureScrub {

    /** The delay before a scrub: erasures come in series, and one forget makes several. */
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** The limit under continuous traffic. */
    private static final long LATEST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** A reader may take minutes, as a backup does; the retries must not block the writer each time. */
    private static final long LONGEST_RETRY_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final int READER_TIMEOUT_MILLIS = 200;

    static final long NOT_DUE = Long.MAX_VALUE;

    /** The folder of VACUUM's scratch file is a process-wide setting. */
    private static final Object SCRATCH_FOLDER = new Object();

    private final Path folder;
    private final DamagedLogs damagedLogs;
    private volatile long erased;
    private volatile long scrubbed;
    private long firstPending;
    private long lastPending;
    private long notBefore;
    private long retryNanos = RETRY_NANOS;

    /** The last erasure covered by a VACUUM; only the log remains to be truncated. */
    private long vacuumed;

    ErasureScrub(Path folder, DamagedLogs damagedLogs) {
        this.folder = folder;
        this.damagedLogs = damagedLogs;
    }

    /** Work left pending by the previous process is due at once. */
    void load(SqlConnection sql) throws SQLException {
        erased = sql.number("SELECT value FROM meta WHERE name = 'erased'");
        scrubbed = sql.number("SELECT value FROM meta WHERE name = 'scrubbed'");
        lastPending = System.nanoTime() - IDLE_NANOS;
        firstPending = lastPending;
        notBefore = lastPending;
    }

    /** Call it after the commit of an erasure. */
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

    /** Returns the time the writer may wait for other work; 0 if the scrub is due. */
    long nanosUntilIdleIsLongEnough() {
        long now = System.nanoTime();
        return pending() ? Math.max(0, Math.max(lastPending + IDLE_NANOS - now, notBefore - now)) : NOT_DUE;
    }

    boolean overdue() {
        long now = System.nanoTime();
        return pending() && now - firstPending >= LATEST_NANOS && now - notBefore >= 0;
    }

    /** Scrubs if anything is pending. After a failure it stays pending and is retried. */
    void run(SqlConnection sql) {
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

    /** Returns false if a reader is active: rewriting the file would only grow the log then. */
    private boolean runWithoutReaders(SqlConnection sql) throws SQLException {
        long target = erased;
        sql.execute("PRAGMA busy_timeout = " + READER_TIMEOUT_MILLIS);
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
        // VACUUM has just written this page, so the update leaves nothing to scrub.
        sql.update("UPDATE meta SET value = ? WHERE name = 'scrubbed'", target);
        scrubbed = target;
        return true;
    }

    private static void log(String message, @Nullable Throwable cause) {
        System.getLogger(ErasureScrub.class.getName()).log(cause == null ? Level.DEBUG : Level.WARNING, message, cause);
    }

    private void vacuum(SqlConnection sql) throws SQLException {
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
    private static void scratchFolder(SqlConnection sql, String path) throws SQLException {
        sql.execute("PRAGMA temp_store_directory = '" + path.replace("'", "''") + "'");
    }

    /** Checkpoints and truncates the log; returns false if a reader still needed it at the end of the timeout. */
    static boolean emptyLog(SqlConnection sql) throws SQLException {
        return sql.number("PRAGMA wal_checkpoint(TRUNCATE)") == 0;
    }
}
