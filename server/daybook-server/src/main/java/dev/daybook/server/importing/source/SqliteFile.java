package dev.daybook.server.importing.source;

import dev.daybook.internal.interchange.InterchangeLine;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.server.json.LocalTimes;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;

/** An SQLite file of another program, read from a {@link SqliteSnapshot} without damage. */
public final class SqliteFile implements AutoCloseable {

    /**
     * Maximum bytes of a text. Longer than any message; a computed column could have a gigabyte, and an import may run
     * in a server with other clients.
     */
    private static final String MAX_VALUE_LENGTH = String.valueOf(16 << 20);

    private final Path file;
    private final SqliteSnapshot snapshot;
    private final Connection connection;
    private final @Nullable LocalTimes times;
    private final Set<String> tables = new TreeSet<>();

    private SqliteFile(Path file, SqliteSnapshot snapshot, Connection connection, @Nullable LocalTimes times) {
        this.file = file;
        this.snapshot = snapshot;
        this.connection = connection;
        this.times = times;
    }

    /** Opens the file of a program, known by one of its tables. */
    public static SqliteFile open(Path file, @Nullable LocalTimes times, String table, String owner) {
        SqliteFile opened = open(file, times);
        try {
            opened.require(table, owner);
            return opened;
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** @param times parses times without an offset; null: an offset is mandatory */
    public static SqliteFile open(Path file, @Nullable LocalTimes times) {
        SqliteSnapshot snapshot = SqliteSnapshot.of(file);
        try {
            SQLiteConfig config = new SQLiteConfig();
            config.setGetGeneratedKeys(false);
            config.setPragma(SQLiteConfig.Pragma.LIMIT_LENGTH, MAX_VALUE_LENGTH);
            Connection connection =
                    JDBC.createConnection(JDBC.PREFIX + snapshot.file().toUri(), config.toProperties());
            SqliteFile opened = new SqliteFile(file, snapshot, connection, times);
            opened.check();
            return opened;
        } catch (SQLException e) {
            snapshot.close();
            throw damaged(file, e);
        } catch (RuntimeException e) {
            snapshot.close();
            throw e;
        }
    }

    private void check() throws SQLException {
        try {
            each("PRAGMA quick_check(1)", row -> {
                String found = row.text("quick_check");
                if (!found.equals("ok")) {
                    throw new UnreadableSourceException(
                            file + " is damaged (" + found + "); restore a backup of it, or"
                                    + " repair it with 'sqlite3 FILE .recover', and import again",
                            null);
                }
            });
            each("SELECT name FROM sqlite_master WHERE type = 'table'", row -> tables.add(row.text("name")));
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    public Connection connection() {
        return connection;
    }

    public boolean has(String table) {
        return tables.contains(table);
    }

    /**
     * Checks that a table exists.
     *
     * @param owner the program that creates such files
     */
    public void require(String table, String owner) {
        if (!has(table)) {
            throw new IllegalArgumentException(file + " is an SQLite file, but has no table '" + table + "' of " + owner
                    + "; name another file, or another --from");
        }
    }

    /** Takes the rows of a query, each of one kind and named by a column, into an import. */
    public void take(
            ImportSink sink,
            String query,
            String kind,
            String name,
            Function<JsonFields, Optional<InterchangeLine>> reading) {
        each(
                query,
                row -> sink.take(new SourceLocation(kind, String.valueOf(row.get(name))), () -> reading.apply(row)));
    }

    /** Passes on the rows of a query one by one, each with its column names. */
    public void each(String query, Consumer<JsonFields> reader, Object... arguments) {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setObject(i + 1, arguments[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    reader.accept(new JsonFields(row(rows), times == null ? null : times::parse));
                }
            }
        } catch (SQLException e) {
            throw damaged(file, e);
        }
    }

    private static Map<String, @Nullable Object> row(ResultSet rows) throws SQLException {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            Object value = rows.getObject(i);
            row.put(
                    rows.getMetaData().getColumnLabel(i),
                    value instanceof Integer number ? Long.valueOf(number.longValue()) : value);
        }
        return row;
    }

    private static UnreadableSourceException damaged(Path file, SQLException e) {
        return new UnreadableSourceException(
                file + " cannot be read (" + e.getMessage()
                        + "); restore a backup of it, or repair it with 'sqlite3 FILE" + " .recover', and import again",
                e);
    }

    @Override
    public void close() {
        try (snapshot) {
            connection.close();
        } catch (SQLException e) {
            throw new UnreadableSourceException("cannot close the copy of " + file + ": " + e.getMessage(), e);
        }
    }
}
