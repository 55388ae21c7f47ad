package dev.daybook.postgres;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLWarning;
import org.postgresql.util.ServerErrorMessage;

/** A connection for the time of one call. The driver caches prepared statements. Not thread-safe. */
final class SqlSession implements AutoCloseable {

    /** Rows per message of the server, for results that are not collected. */
    private static final int ROWS_AT_ONCE = 1_000;

    private final Connection connection;
    private final boolean autoCommitBefore;
    private @Nullable Integer networkTimeoutBefore;

    private SqlSession(Connection connection, boolean autoCommitBefore) {
        this.connection = connection;
        this.autoCommitBefore = autoCommitBefore;
    }

    /** Opens a session in which each statement is a transaction. Closes the connection with it. */
    static SqlSession reading(Connection connection) throws SQLException {
        return begun(connection, true);
    }

    /** Opens a session in which all statements up to {@link #commit} are one transaction. */
    static SqlSession transaction(Connection connection) throws SQLException {
        return begun(connection, false);
    }

    private static SqlSession begun(Connection connection, boolean autoCommit) throws SQLException {
        try {
            SqlSession session = new SqlSession(connection, connection.getAutoCommit());
            connection.setAutoCommit(autoCommit);
            return session;
        } catch (SQLException broken) {
            new SqlSession(connection, autoCommit).close();
            throw broken;
        }
    }

    /** Waits for the statements of this session without end, whatever the time-out of the connection. */
    void waitForLongStatements() throws SQLException {
        networkTimeoutBefore = connection.getNetworkTimeout();
        connection.setNetworkTimeout(Runnable::run, 0);
    }

    /** Maps a row of a result. */
    @FunctionalInterface
    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Runs a statement without parameters. */
    void execute(String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        }
    }

    /** Runs a statement without parameters and returns the server's messages about it, in order. */
    List<ServerErrorMessage> notices(String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
            List<ServerErrorMessage> notices = new ArrayList<>();
            for (SQLWarning next = statement.getWarnings(); next != null; next = next.getNextWarning()) {
                ServerErrorMessage message = next instanceof PSQLWarning notice ? notice.getServerErrorMessage() : null;
                if (message != null) {
                    notices.add(message);
                }
            }
            return notices;
        }
    }

    /** Returns the number of changed rows. */
    int update(String sql, @Nullable Object... arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, arguments);
            return statement.executeUpdate();
        }
    }

    /** Runs a statement once per row of arguments, in one round trip. */
    void batch(String sql, List<@Nullable Object[]> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (@Nullable Object[] row : rows) {
                bind(statement, row);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    <T> List<T> list(String sql, RowReader<T> reader, @Nullable Object... arguments) throws SQLException {
        List<T> found = new ArrayList<>();
        each(sql, row -> found.add(reader.read(row)), arguments);
        return found;
    }

    /** Reads rows as {@link #list} without collecting them; in a transaction, a part of the result at a time. */
    void each(String sql, RowReader<?> reader, @Nullable Object... arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setFetchSize(ROWS_AT_ONCE);
            bind(statement, arguments);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    reader.read(rows);
                }
            }
        }
    }

    <T> @Nullable T first(String sql, RowReader<T> reader, @Nullable Object... arguments) throws SQLException {
        List<T> found = list(sql, reader, arguments);
        return found.isEmpty() ? null : found.get(0);
    }

    /** Returns the value of a statement with exactly one row. */
    <T> T only(String sql, RowReader<T> reader, @Nullable Object... arguments) throws SQLException {
        return list(sql, reader, arguments).get(0);
    }

    /** Returns an array parameter of a type of the server. */
    Array array(String type, Object[] elements) throws SQLException {
        return connection.createArrayOf(type, elements);
    }

    private static void bind(PreparedStatement statement, @Nullable Object... arguments) throws SQLException {
        for (int i = 0; i < arguments.length; i++) {
            bind(statement, i + 1, arguments[i]);
        }
    }

    private static void bind(PreparedStatement statement, int index, @Nullable Object argument) throws SQLException {
        if (argument == null) {
            statement.setNull(index, Types.NULL);
        } else if (argument instanceof String text) {
            statement.setString(index, text);
        } else if (argument instanceof byte[] bytes) {
            statement.setBytes(index, bytes);
        } else if (argument instanceof Array array) {
            statement.setArray(index, array);
        } else {
            statement.setLong(index, ((Number) argument).longValue());
        }
    }

    void commit() throws SQLException {
        connection.commit();
    }

    /**
     * Rolls back and gives the connection back. Without the rollback the change of the mode would commit a part of a batch.
     * A failure loses nothing: the pool or the server drops a broken connection, and with it the transaction.
     */
    @Override
    public void close() {
        try (connection) {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            connection.setAutoCommit(autoCommitBefore);
            if (networkTimeoutBefore != null) {
                connection.setNetworkTimeout(Runnable::run, networkTimeoutBefore);
            }
        } catch (SQLException broken) {
            System.getLogger(SqlSession.class.getName())
                    .log(System.Logger.Level.DEBUG, "a connection could not be given back", broken);
        }
    }
}
