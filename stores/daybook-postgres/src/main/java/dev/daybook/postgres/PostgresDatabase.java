package dev.daybook.postgres;

import dev.daybook.error.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Runs work on connections of a data source, and again after a failure that another connection may not have. */
record PostgresDatabase(DataSource source) {

    /** After a restart of the server, a pool may hand out some broken connections in a row. */
    private static final int ATTEMPTS = 4;

    /** Statements that can be run again. */
    @FunctionalInterface
    interface SqlWork<T> {
        T on(SqlSession sql) throws SQLException;
    }

    /** Runs statements that change no row, each in a transaction of its own. */
    <T> T read(SqlWork<T> work) {
        for (int attempt = 1; ; attempt++) {
            Connection connection = connect(false);
            try (SqlSession sql = SqlSession.reading(connection)) {
                return work.on(sql);
            } catch (SQLException failure) {
                if (attempt == ATTEMPTS || !PostgresFailures.isPassing(failure)) {
                    throw PostgresFailures.translate(failure);
                }
            }
        }
    }

    /**
     * Runs a transaction. The work must recognize its own earlier commit: after a commit without an answer it is run
     * again, which first waits for the lock that the lost transaction may still hold.
     *
     * @throws StoreException with an unknown outcome if such a commit could not be settled
     */
    <T> T transact(SqlWork<T> work) {
        boolean unsettled = false;
        for (int attempt = 1; ; attempt++) {
            Connection connection = connect(unsettled);
            boolean committing = false;
            try (SqlSession sql = SqlSession.transaction(connection)) {
                T answer = work.on(sql);
                committing = true;
                sql.commit();
                return answer;
            } catch (SQLException failure) {
                unsettled |= committing;
                if (attempt == ATTEMPTS || !(committing || PostgresFailures.isPassing(failure))) {
                    throw failed(failure, unsettled);
                }
            }
        }
    }

    /** Takes a connection, once: a pool has tried for as long as its owner wants. */
    private Connection connect(boolean unsettled) {
        try {
            return source.getConnection();
        } catch (SQLException failure) {
            throw failed(failure, unsettled);
        }
    }

    private static StoreException failed(SQLException failure, boolean unsettled) {
        return unsettled ? PostgresFailures.unknownOutcome(failure) : PostgresFailures.translate(failure);
    }
}
