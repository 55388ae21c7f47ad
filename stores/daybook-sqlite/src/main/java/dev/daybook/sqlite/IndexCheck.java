package dev.daybook.sqlite;

import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.internal.sqlite.table.CountFaults;
import dev.daybook.internal.sqlite.table.HashFaults;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Detects damaged pages and indexes without a request, since a damaged index silently hides entries. Rebuilds indexes
 * from the entries if their number matches the counts. Runs on the writer's thread and yields to waiting writes.
 *
 * <p>At opening it runs for at most a second after a crash, and otherwise only for a small file. Later it runs once a
 * day while the store is idle.
 */
final class IndexCheck {

    /** Checked within some milliseconds. */
    private static final long SMALL_BYTES = 4_000_000;

    private static final long CLEAN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long ABANDONED_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long NEXT_NANOS = TimeUnit.DAYS.toNanos(1);

    private final DatabaseFile file;
    private volatile long due = System.nanoTime() + AGAIN_NANOS;
    private volatile @Nullable Instant rebuilt;

    IndexCheck(DatabaseFile file) {
        this.file = file;
    }

    /** @param abandoned whether the previous process did not close the store */
    void atOpening(SqlConnection sql, boolean abandoned) {
        if (abandoned || file.size() <= SMALL_BYTES) {
            long end = System.nanoTime() + (abandoned ? ABANDONED_NANOS : CLEAN_NANOS);
            run(sql, () -> System.nanoTime() - end > 0);
        }
    }

    /** Returns the time until the next check. */
    long nanosUntilDue() {
        return Math.max(0, due - System.nanoTime());
    }

    void run(SqlConnection sql, BooleanSupplier stop) {
        due = System.nanoTime() + AGAIN_NANOS;
        try {
            List<String> messages = sql.listUntil(stop, "PRAGMA integrity_check(1)", row -> row.getString(1));
            if (messages == null) {
                return;
            }
            due = System.nanoTime() + NEXT_NANOS;
            if (!messages.equals(List.of("ok"))) {
                log(System.Logger.Level.ERROR, "is damaged (" + messages.get(0) + ")", null);
                rebuild(sql);
            }
        } catch (SQLException failure) {
            log(System.Logger.Level.ERROR, "could not be checked or repaired; run `daybook doctor`", failure);
        }
    }

    /** Rebuilds only if all entries are readable; otherwise an index may be the last reference to one. */
    private void rebuild(SqlConnection sql) throws SQLException {
        boolean done = false;
        sql.update("BEGIN IMMEDIATE");
        try {
            if (CountFaults.find(sql).isEmpty()) {
                sql.execute("REINDEX");
                HashFaults.correct(sql);
                done = DatabaseCheck.pages(sql) == null;
            }
            if (done) {
                done = false;
                sql.update("COMMIT");
                done = true;
                rebuilt = Instant.now();
                log(System.Logger.Level.WARNING, "has rebuilt indexes and is sound", null);
            } else {
                log(System.Logger.Level.ERROR, "has damage that is not in its indexes; run `daybook doctor`", null);
            }
        } finally {
            if (!done) {
                sql.update("ROLLBACK");
            }
        }
    }

    private void log(System.Logger.Level level, String what, @Nullable Throwable cause) {
        System.getLogger(IndexCheck.class.getName()).log(level, file.path() + " " + what, cause);
    }

    @Nullable
    Finding finding() {
        Instant at = rebuilt;
        return at == null
                ? null
                : new Finding(
                        Level.WARN,
                        "indexes",
                        "they were damaged and were rebuilt from the entries at " + at,
                        "check the disk and the memory of this machine");
    }
}
