package dev.daybook.sqlite;

import dev.daybook.error.StoreException;
import dev.daybook.internal.sqlite.database.DamagedRecord;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Translates SQLite failures into exceptions with the consequence and the remedy. */
final class SqliteFailures {

    /** SQLite's primary result codes; the higher bits carry details that are not used. */
    private static final int BASE_CODE = 0xff;

    private static final int PERMISSION = 3;
    private static final int BUSY = 5;
    private static final int READ_ONLY = 8;
    private static final int INPUT_OUTPUT = 10;
    private static final int CORRUPT = 11;
    private static final int FULL = 13;
    private static final int CANNOT_OPEN = 14;
    private static final int NOT_A_DATABASE = 26;

    private SqliteFailures() {}

    static boolean isInputOutput(SQLException failure) {
        return code(failure) == INPUT_OUTPUT;
    }

    /** Tests whether the disk is full or failing: committed data is still in the log. */
    static boolean isOfTheDisk(SQLException failure) {
        return code(failure) == FULL || isInputOutput(failure);
    }

    static boolean isFull(SQLException failure) {
        return code(failure) == FULL;
    }

    /** Translates a failure on a new file, which cannot be damaged or have a backup. */
    static StoreException ofNewFile(Path file, SQLException failure) {
        return failure instanceof DamagedRecord || code(failure) == CORRUPT || code(failure) == NOT_A_DATABASE
                ? new StoreException(
                        file + " could not be created (" + failure.getMessage()
                                + "); check the disk, or use another folder",
                        failure,
                        false)
                : translate(file, failure);
    }

    static StoreException translate(Path file, SQLException failure) {
        if (failure instanceof DamagedRecord) {
            return damaged(file, String.valueOf(failure.getMessage()), failure);
        }
        return switch (code(failure)) {
            case CORRUPT, NOT_A_DATABASE -> damaged(file, String.valueOf(failure.getMessage()), failure);
            case FULL ->
                new StoreException(
                        "disk full: " + file + " could not grow and nothing was changed; free space and try again",
                        failure,
                        true);
            case INPUT_OUTPUT ->
                new StoreException(
                        "reading or writing " + file + " failed (" + failure.getMessage()
                                + "); check the disk"
                                + (isWithoutRoomForItsIndex(failure) ? " (it may be full)" : "")
                                + ", then open the store again",
                        failure,
                        false);
            case PERMISSION, READ_ONLY, CANNOT_OPEN ->
                new StoreException(
                        file + " cannot be opened and written (" + failure.getMessage()
                                + "); give this user the right to write it and its folder, or raise the limit of"
                                + " open files",
                        failure,
                        false);
            case BUSY ->
                new StoreException(
                        file + " is locked by a program other than Daybook; close that and try again", failure, true);
            default -> new StoreException(file + ": " + failure.getMessage(), failure, false);
        };
    }

    static StoreException damaged(Path file, String what, @Nullable Throwable cause) {
        return new StoreException(
                file + " is damaged (" + what + "); run `daybook doctor`, or restore a backup", cause, false);
    }

    /** The log's index is memory-mapped, where a full disk looks like a failing one. */
    private static boolean isWithoutRoomForItsIndex(SQLException failure) {
        return failure instanceof SQLiteException sqlite
                && sqlite.getResultCode() == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE;
    }

    private static int code(SQLException failure) {
        return failure instanceof SQLiteException sqlite ? sqlite.getResultCode().code & BASE_CODE : -1;
    }
}
