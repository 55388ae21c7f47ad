package dev.daybook.postgres;

import dev.daybook.data.StoreException;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Runs work on connections of a data source, and again after a passing failure. */
final class PostgresDatabase {

    /** Enough for a pool with one broken connection per attempt; a pool that tests its connections needs one more. */
    private static final int ATTEMPTS = 4;

    private final DataSource source;

    PostgresDatabase(DataSource source) {
        this.source = source;
    }

    /** Statements that can be run again. */
    @FunctionalInterface
    interface SqlWork<T> {
        T on(SqlSession sql) throws SQLException;
    }

    /** Runs statements that only read, each in a transaction of its own. */
    <T> T read(SqlWork<T> work) {
        for (int attempt = 1; ; attempt++) {
            try (SqlSession sql = SqlSession.reading(source.getConnection())) {
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
            TransactionAttempt<T> run = new TransactionAttempt<>(source);
            try {
                return run.run(work);
            } catch (SQLException failure) {
                unsettled |= run.committing;
                if (attempt == ATTEMPTS || !(run.committing || PostgresFailures.isPassing(failure))) {
                    throw unsettled ? PostgresFailures.unknownOutcome(failure) : PostgresFailures.translate(failure);
                }
            }
        }
    }

    /** One run of a transaction. */
    private static final class TransactionAttempt<T> {

        private final DataSource source;
        private boolean committing;

        TransactionAttempt(DataSource source) {
            this.source = source;
        }

        T run(SqlWork<T> work) throws SQLException {
            try (SqlSession sql = SqlSession.transaction(source.getConnection())) {
                T answer = workOrRollBack(sql, work);
                committing = true;
                sql.commit();
                return answer;
            }
        }

        private T workOrRollBack(SqlSession sql, SqlWork<T> work) throws SQLException {
            try {
                return work.on(sql);
            } catch (SQLException | RuntimeException failure) {
                rollBack(sql, failure);
                throw failure;
            }
        }

        private static void rollBack(SqlSession sql, Exception cause) {
            try {
                sql.rollBack();
            } catch (SQLException second) {
                cause.addSuppressed(second);
            }
        }
    }
}
