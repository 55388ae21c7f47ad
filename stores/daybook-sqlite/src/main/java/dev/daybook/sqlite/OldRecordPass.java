package dev.daybook.sqlite;

import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.internal.sqlite.database.MovedKeys;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.internal.sqlite.table.OldRecordPlan;
import dev.daybook.internal.sqlite.table.OldRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The pass that moves the records of earlier builds to keys of this one, in the background of an open store (decision 161).
 * It takes one step at a time on the thread of {@link IdleTasks}: it moves some records in a transaction of the writer, or
 * destroys the keys that moved records have left. It pauses for longer than a step takes, and while a backup is made.
 *
 * <p>The position is stored with the moved records. A process that ends at any moment leaves records that are readable, and
 * the next opening goes on from there.
 */
final class OldRecordPass {

    /**
     * Bounds of the work at once.
     *
     * @param records read in a step, with damaged ones
     * @param bytes read in a step
     * @param bytesBeforeKeys moved before keys are destroyed
     * @param keysBeforeKeys without a record before they are destroyed; the list of them is written in each step
     */
    record Bounds(int records, long bytes, long bytesBeforeKeys, int keysBeforeKeys) {

        Bounds(int records, long bytes, long bytesBeforeKeys) {
            this(records, bytes, bytesBeforeKeys, KEYS_BEFORE_KEYS);
        }
    }

    private static final int KEYS_BEFORE_KEYS = 1000;

    /**
     * A step takes some milliseconds, for which writers wait. To destroy keys takes three flushes, and the time to empty a log
     * of as many bytes.
     */
    private static final Bounds BOUNDS = new Bounds(64, 128 * 1024, 1024 * 1024);

    /** A process that opens the store for a single command moves nothing. */
    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** A pause is as many times as long as its step, so that the pass takes a quarter of the disk. */
    private static final int PAUSE = 3;

    private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long BUSY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long RETRY_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long MAX_RETRY_NANOS = TimeUnit.HOURS.toNanos(1);

    private static final System.Logger LOG = System.getLogger(OldRecordPass.class.getName());

    private final DatabaseFile file;
    private final ErasureScrub scrub;

    private volatile boolean needed;
    private volatile long due = System.nanoTime() + START_NANOS;
    private volatile Bounds bounds = BOUNDS;
    private long retryNanos = RETRY_NANOS;

    /** At the beginning for the keys that an earlier process left. */
    private boolean keysDue = true;

    private boolean keysDestroyed;
    private long bytesSinceKeys;
    private long keysSinceKeys;

    /** True while a backup is made. A sealing that a failed write left has no backup. */
    private volatile boolean backupRuns;

    OldRecordPass(DatabaseFile file, ErasureScrub scrub, boolean needed) {
        this.file = file;
        this.scrub = scrub;
        this.needed = needed;
    }

    /** Returns whether a store of an earlier build has records to move, or keys to destroy. */
    static boolean isNeeded(SqlConnection sql) throws SQLException {
        return !OldRecords.areMoved(sql) || MovedKeys.remain(sql);
    }

    /** Lets the pass go over all records again, after a repair. Does not wait for a step. */
    void again() {
        needed = true;
        due = System.nanoTime() + START_NANOS;
    }

    /** Call it before a backup seals the keys, and after it has ended that. */
    void backupRuns(boolean runs) {
        backupRuns = runs;
    }

    /** For tests: begins the pass at once. */
    void begin() {
        due = System.nanoTime();
    }

    /** Returns the time until the next step. */
    long nanosUntilDue() {
        return needed ? Math.max(0, due - System.nanoTime()) : ErasureScrub.NOT_DUE;
    }

    /** Takes a step, and tries it again later if it fails. */
    synchronized void run(GroupCommitWriter writer) {
        long begin = System.nanoTime();
        try {
            boolean waits = !step(writer);
            long taken = System.nanoTime() - begin;
            due = System.nanoTime() + (waits ? BUSY_NANOS : Math.max(MIN_PAUSE_NANOS, PAUSE * taken));
            retryNanos = RETRY_NANOS;
        } catch (RuntimeException | Error failure) {
            if (!writer.isClosing()) {
                LOG.log(Level.WARNING, "records of earlier builds could not be moved; it will be tried again", failure);
            }
            due = System.nanoTime() + retryNanos;
            retryNanos = Math.min(retryNanos * 2, MAX_RETRY_NANOS);
        }
    }

    /** For tests: returns whether steps are left. */
    boolean isNeeded() {
        return needed;
    }

    /** For tests. */
    void bounds(Bounds other) {
        bounds = other;
    }

    /** Takes a step; returns false if a backup or a long read prevents it now. */
    synchronized boolean step(GroupCommitWriter writer) {
        if (backupRuns) {
            return false;
        }
        if (keysDue) {
            writer.write(this::isSealed, done -> {});
            boolean destroyed = writer.alone(this::destroyKeys);
            keysDue = !destroyed;
            keysDestroyed |= destroyed;
            return destroyed;
        }
        boolean clear = keysDestroyed;
        OldRecordPlan plan = plan();
        // In the order of the commits, so that a repair afterwards begins again.
        return writer.write(sql -> move(sql, plan, clear), step -> step.ifPresent(this::moved))
                .isPresent();
    }

    private boolean destroyKeys(SqlConnection sql) throws SQLException {
        try {
            return !KeySlots.isBackedUp(sql) && scrub.destroyMoved();
        } catch (IOException e) {
            throw new UncheckedIOException("the keys of moved records could not be destroyed", e);
        }
    }

    /** Reads on a connection of its own, beside the writer: a failing read ends the transaction of its connection. */
    private OldRecordPlan plan() {
        try (SqlConnection sql = file.openToRead()) {
            return OldRecordPlan.read(sql, bounds.records, bounds.bytes);
        } catch (SQLException failure) {
            throw SqliteFailures.translate(file.path(), failure);
        }
    }

    /** Returns whether a backup is made. Ends the sealing of one whose end could not be written. */
    private boolean isSealed(SqlConnection sql) throws SQLException {
        if (!backupRuns) {
            KeySlots.endSealing(sql);
        }
        return KeySlots.isBackedUp(sql);
    }

    /** Moves nothing while a backup is made, for which each write takes a new key. */
    private Optional<OldRecords.Step> move(SqlConnection sql, OldRecordPlan plan, boolean clear) throws SQLException {
        try {
            if (isSealed(sql)) {
                return Optional.empty();
            }
            if (clear) {
                MovedKeys.clear(sql);
            }
            return Optional.of(OldRecords.move(sql, plan));
        } catch (SQLException failure) {
            throw refused(file, failure);
        }
    }

    /**
     * Makes a failing read a refusal of the pass alone. A failure to write is returned as it is: after it the writer must not
     * go on.
     */
    static SQLException refused(DatabaseFile file, SQLException failure) {
        if (OldRecordPlan.isUnreadable(failure)) {
            throw SqliteFailures.translate(file.path(), failure);
        }
        return failure;
    }

    private void moved(OldRecords.Step step) {
        keysDestroyed = false;
        bytesSinceKeys += step.bytes();
        keysSinceKeys += step.keys();
        step.left()
                .forEach(record -> LOG.log(
                        Level.WARNING,
                        "{0}: a damaged record of an earlier build is left as it is: {1}",
                        file.path(),
                        record));
        if (bytesSinceKeys >= bounds.bytesBeforeKeys || keysSinceKeys >= bounds.keysBeforeKeys || step.keysRemain()) {
            keysDue = true;
            bytesSinceKeys = 0;
            keysSinceKeys = 0;
        } else if (step.done()) {
            needed = false;
            LOG.log(
                    Level.INFO,
                    "{0}: the records of earlier builds have moved to keys of 256 bits; {1} damaged ones were left",
                    file.path(),
                    step.allLeft());
        }
    }
}
