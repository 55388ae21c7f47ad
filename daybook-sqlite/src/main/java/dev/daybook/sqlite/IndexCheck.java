package dev.daybook.sqlite;

import dev.daybook.spi.Health.Finding;
import dev.daybook.spi.Health.Level;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks for damaged pages and indexes where nobody has asked for it: a damaged index answers that something is not there.
 * Indexes are built again from the entries, if these are as many as were counted. On the writer's thread, and stopped
 * when others wait for it.
 *
 * <p>At an opening after a process that did not close its store, for a second at the most, and else if the file is small;
 * a large file, that was closed, is not read then. Later when the store is idle, once a day.
 */
final class IndexCheck {

    /** What takes some milliseconds to look at. */
    private static final long SMALL_BYTES = 4_000_000;

    private static final long CLEAN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long ABANDONED_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long NEXT_NANOS = TimeUnit.DAYS.toNanos(1);

    private final DatabaseFile file;
    private long due = System.nanoTime() + AGAIN_NANOS;
    private volatile @Nullable Instant rebuilt;

    IndexCheck(DatabaseFile file) {
        this.file = file;
    }

    /** @param abandoned whether the process before did not close the store */
    void atOpening(Sql sql, boolean abandoned) {
        if (abandoned || file.size() <= SMALL_BYTES) {
            long end = System.nanoTime() + (abandoned ? ABANDONED_NANOS : CLEAN_NANOS);
            run(sql, () -> System.nanoTime() - end > 0);
        }
    }

    /** How long until a look is due. */
    long nanosUntilDue() {
        return Math.max(0, due - System.nanoTime());
    }

    void run(Sql sql, BooleanSupplier stop) {
        due = System.nanoTime() + AGAIN_NANOS;
        try {
            List<String> said = sql.listUntil(stop, "PRAGMA integrity_check(1)", row -> row.getString(1));
            if (said == null) {
                return;
            }
            due = System.nanoTime() + NEXT_NANOS;
            if (!said.equals(List.of("ok"))) {
                log(System.Logger.Level.ERROR, "is damaged (" + said.get(0) + ")", null);
                rebuild(sql);
            }
        } catch (SQLException failure) {
            log(System.Logger.Level.ERROR, "could not be looked at or mended; run `daybook doctor`", failure);
        }
    }

    /** Only if the entries are all there: else an index may be the last that knows of one. */
    private void rebuild(Sql sql) throws SQLException {
        boolean done = false;
        sql.update("BEGIN IMMEDIATE");
        try {
            if (CountFaults.find(sql).isEmpty()) {
                sql.execute("REINDEX");
                done = Examination.pages(sql) == null;
            }
            if (done) {
                sql.update("COMMIT");
                rebuilt = Instant.now();
                log(System.Logger.Level.WARNING, "has its indexes built again, and is well", null);
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
                        "they were damaged, and were built again from the entries at " + at,
                        "look after the disk, or the memory of this machine");
    }
}
