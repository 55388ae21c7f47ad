package dev.daybook.postgres;

import dev.daybook.error.StoreException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Translates failures of the database into exceptions with the consequence and the remedy, by their SQLSTATE. */
final class PostgresFailures {

    /**
     * The server ends the connection or begins: administrator, crash of another process, start, idle session, idle or long
     * transaction.
     */
    private static final Set<String> ENDED = Set.of("57P01", "57P02", "57P03", "57P05", "25P03", "25P04");

    /** Serialization failure and deadlock: the server has rolled the transaction back. */
    private static final Set<String> ROLLED_BACK = Set.of("40001", "40P01");

    private static final String MISSING_RIGHT = "42501";

    private PostgresFailures() {}

    /** Tests whether the same statements may succeed at once, on another connection. */
    static boolean isPassing(SQLException failure) {
        String state = state(failure);
        return isConnection(failure) || ROLLED_BACK.contains(state);
    }

    static boolean isMissingRight(SQLException failure) {
        return state(failure).equals(MISSING_RIGHT);
    }

    private static boolean isConnection(SQLException failure) {
        String state = state(failure);
        // Without a state it is of the pool: it is closed, or its caller was interrupted.
        return state.isEmpty()
                || state.startsWith("08")
                || ENDED.contains(state)
                || failure instanceof SQLTransientException;
    }

    static StoreException unknownOutcome(SQLException failure) {
        return StoreException.unknownOutcome(
                "the outcome of this write is unknown: the database failed during the commit (" + message(failure)
                        + ") and could not be asked again",
                shown(failure));
    }

    static StoreException translate(SQLException failure) {
        String state = state(failure);
        if (isConnection(failure)) {
            return failed("the database cannot be reached", "nothing was changed; try again", failure, true);
        }
        if (ROLLED_BACK.contains(state)) {
            return failed(
                    "concurrent transactions of the database got in each other's way", "try again", failure, true);
        }
        return switch (state) {
            case "53100" -> failed("the disk of the database is full", "free space and try again", failure, true);
            case "53300" ->
                failed(
                        "the database has too many connections",
                        "raise max_connections or use a smaller pool",
                        failure,
                        true);
            case "55P03", "57014" ->
                failed("the database did not answer in the time that it is given", "try again", failure, true);
            case "25006" ->
                failed("the database is read-only", "connect to the primary server, not to a standby", failure, false);
            case MISSING_RIGHT ->
                failed("the database user lacks a right", "grant it the rights of docs/postgres.md", failure, false);
            case "42P01", "42703" ->
                failed("the tables of the store are gone or changed", "restore a backup", failure, false);
            case "3D000" -> failed("the database does not exist", "create it or correct its address", failure, false);
            case "3F000" -> failed("the schema does not exist", "create it or correct currentSchema", failure, false);
            case "XX001", "XX002" ->
                failed("the server found damage in its files", "run pg_amcheck and restore a backup", failure, false);
            default -> ofClass(state, failure);
        };
    }

    private static StoreException ofClass(String state, SQLException failure) {
        if (state.startsWith("53")) {
            return failed("the server lacks a resource", "free it and try again", failure, true);
        }
        if (state.startsWith("28")) {
            return failed(
                    "the server refused the user", "check the user, the password and pg_hba.conf", failure, false);
        }
        return failed("the database refused a statement", "see the log of the server", failure, false);
    }

    private static StoreException failed(String what, String remedy, SQLException failure, boolean retryable) {
        return new StoreException(what + " (" + message(failure) + "); " + remedy, shown(failure), retryable);
    }

    /** Returns the first line: the details after it quote values. */
    private static String message(SQLException failure) {
        String message = String.valueOf(shown(failure).getMessage());
        return message.lines().findFirst().orElse(message);
    }

    /** Leaves out the exception of a batch, whose message quotes the whole statement with the texts of a memory. */
    private static SQLException shown(SQLException failure) {
        @Nullable SQLException next = failure.getNextException();
        return failure instanceof BatchUpdateException && next != null ? next : failure;
    }

    private static String state(SQLException failure) {
        String state = shown(failure).getSQLState();
        return state == null ? "" : state;
    }
}
