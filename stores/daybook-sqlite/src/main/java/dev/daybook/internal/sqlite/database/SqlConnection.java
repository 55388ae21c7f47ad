package dev.daybook.internal.sqlite.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * A connection with its prepared statements. Every result is closed before a call returns: an open one would keep a read
 * transaction and make VACUUM fail. Not thread-safe.
 */
public final class SqlConnection implements AutoCloseable {

    /** More than the store's statements, except scans, which have many shapes. */
    private static final int STATEMENTS = 100;

    /** Virtual machine steps of SQLite: some tens of microseconds. */
    private static final int STEPS_BETWEEN_LOOKS = 1_000;

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new LinkedHashMap<>(16, 0.75f, true);
    private @Nullable RecordCipher cipher;
    private long runs;

    public SqlConnection(Connection connection) {
        this.connection = connection;
    }

    /** Sets the keys of the records that are read and written with this connection. */
    public void encryptWith(KeyFile keys) {
        cipher = new RecordCipher(keys);
    }

    public RecordCipher cipher() {
        if (cipher == null) {
            throw new IllegalStateException("the connection has no keys yet");
        }
        return cipher;
    }

    /** For tests: returns the number of prepared statements that were run. */
    public long runs() {
        return runs;
    }

    /** Maps a row of a result. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Runs a statement once and ignores its result. */
    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (statement.execute(sql)) {
                try (ResultSet rows = statement.getResultSet()) {
                    while (rows.next()) {
                        // Read to the end, or the result would stay open.
                    }
                }
            }
        }
    }

    /** Works as {@link #list}; returns null if stopped. */
    public <T> @Nullable List<T> listUntil(BooleanSupplier stop, String sql, Reader<T> reader) throws SQLException {
        ProgressHandler.setHandler(connection, STEPS_BETWEEN_LOOKS, new ProgressHandler() {
            @Override
            protected int progress() {
                return stop.getAsBoolean() ? 1 : 0;
            }
        });
        try {
            return list(sql, reader);
        } catch (SQLException e) {
            if (e instanceof SQLiteException sqlite && sqlite.getResultCode() == SQLiteErrorCode.SQLITE_INTERRUPT) {
                return null;
            }
            throw e;
        } finally {
            ProgressHandler.clearHandler(connection);
        }
    }

    /** Returns the number of changed rows. */
    public int update(String sql, @Nullable Object... arguments) throws SQLException {
        return run(sql, PreparedStatement::executeUpdate, arguments);
    }

    public <T> List<T> list(String sql, Reader<T> reader, @Nullable Object... arguments) throws SQLException {
        List<T> found = new ArrayList<>();
        each(sql, row -> found.add(reader.read(row)), arguments);
        return found;
    }

    /** Reads rows as {@link #list} without collecting them. */
    public void each(String sql, Reader<?> reader, @Nullable Object... arguments) throws SQLException {
        eachWhile(
                sql,
                row -> {
                    reader.read(row);
                    return true;
                },
                arguments);
    }

    /** Reads rows as {@link #each} until the reader returns false; the rest is not read. */
    public void eachWhile(String sql, Reader<Boolean> reader, @Nullable Object... arguments) throws SQLException {
        run(
                sql,
                statement -> {
                    try (ResultSet rows = statement.executeQuery()) {
                        boolean more = true;
                        while (more && rows.next()) {
                            more = reader.read(rows);
                        }
                        return true;
                    }
                },
                arguments);
    }

    public <T> @Nullable T first(String sql, Reader<T> reader, @Nullable Object... arguments) throws SQLException {
        List<T> found = new ArrayList<>(1);
        run(
                sql,
                statement -> {
                    try (ResultSet rows = statement.executeQuery()) {
                        return rows.next() && found.add(reader.read(rows));
                    }
                },
                arguments);
        return found.isEmpty() ? null : found.get(0);
    }

    /** Returns the first column of the first row as a number; 0 without a row. */
    public long number(String sql, @Nullable Object... arguments) throws SQLException {
        Long number = first(sql, row -> row.getLong(1), arguments);
        return number == null ? 0 : number;
    }

    /** Returns a text of a NOT NULL column, which a damaged page can violate. */
    public static String text(ResultSet row, int column) throws SQLException {
        return present(row.getString(column));
    }

    /** Returns the bytes of a NOT NULL column. */
    public static byte[] bytes(ResultSet row, int column) throws SQLException {
        return present(row.getBytes(column));
    }

    private static <T> T present(@Nullable T value) throws SQLException {
        if (value == null) {
            throw new DamagedRecord("a record without a value that every such record has");
        }
        return value;
    }

    /** An operation on a statement with bound arguments. */
    @FunctionalInterface
    private interface StatementWork<T> {
        T of(PreparedStatement statement) throws SQLException;
    }

    private <T> T run(String sql, StatementWork<T> use, @Nullable Object... arguments) throws SQLException {
        runs++;
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            prepared.put(sql, statement);
            closeEldest();
        }
        try {
            for (int i = 0; i < arguments.length; i++) {
                bind(statement, i + 1, arguments[i]);
            }
            T answer = use.of(statement);
            // It is kept for later, and what it was bound to may be erased.
            statement.clearParameters();
            return answer;
        } catch (SQLException failure) {
            // The driver leaves a failed statement finalized or active, so it is not reused.
            prepared.remove(sql);
            statement.close();
            throw failure;
        }
    }

    private static void bind(PreparedStatement statement, int index, @Nullable Object argument) throws SQLException {
        if (argument == null) {
            statement.setNull(index, Types.NULL);
        } else if (argument instanceof String text) {
            statement.setString(index, text);
        } else if (argument instanceof byte[] bytes) {
            statement.setBytes(index, bytes);
        } else {
            statement.setLong(index, ((Number) argument).longValue());
        }
    }

    private void closeEldest() throws SQLException {
        if (prepared.size() > STATEMENTS) {
            Iterator<PreparedStatement> eldest = prepared.values().iterator();
            PreparedStatement statement = eldest.next();
            eldest.remove();
            statement.close();
        }
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : prepared.values()) {
            statement.close();
        }
        prepared.clear();
        connection.close();
    }
}
