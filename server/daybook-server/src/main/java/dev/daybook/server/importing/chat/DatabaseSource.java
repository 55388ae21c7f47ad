package dev.daybook.server.importing.chat;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.server.importing.history.ColumnMap;
import dev.daybook.server.importing.history.HistoryFormat;
import dev.daybook.server.importing.history.HistoryReader;
import dev.daybook.server.importing.source.ImportRequest;
import dev.daybook.server.importing.source.ImportSink;
import dev.daybook.server.importing.source.ImportSource;
import dev.daybook.server.importing.source.SourceLocation;
import dev.daybook.server.importing.source.SqliteFile;
import dev.daybook.server.importing.source.UnreadableSourceException;
import java.nio.file.Path;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A table of a database with a message in each row: an SQLite file, or what a JDBC driver of the server reaches. */
public final class DatabaseSource implements ImportSource {

    private static final String JDBC = "jdbc:";

    /** The name is no parameter of a statement. */
    private static final Pattern NAME =
            Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_$]{0,127}(?:\\.[\\p{L}_][\\p{L}\\p{N}_$]{0,127})?");

    /** Rows that PostgreSQL sends at once: a result is not held in memory. */
    private static final int FETCHED = 500;

    private final HistoryFormat format;
    private final ImportRequest request;
    private final Connection connection;
    private final AutoCloseable database;
    private final String table;
    private final ColumnMap columns;

    /** The names of the table's columns, in any case. */
    private final Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    private DatabaseSource(
            HistoryFormat format, ImportRequest request, Connection connection, AutoCloseable database, String table) {
        this.format = format;
        this.request = request;
        this.connection = connection;
        this.database = database;
        this.table = table;
        this.columns = format.columns(request.history());
    }

    /** Returns whether a source is the address of a database. */
    public static boolean isAddress(String from) {
        return from.startsWith(JDBC) && !from.startsWith("jdbc:sqlite:");
    }

    public static DatabaseSource open(ImportRequest request, HistoryFormat format) {
        String table = request.table() == null ? format.table() : request.table();
        if (table == null || !NAME.matcher(table).matches()) {
            throw new IllegalArgumentException("--table is " + (table == null ? "not given" : "'" + table + "'")
                    + "; give the name of the table that holds the messages, such as chat or public.chat");
        }
        DatabaseSource source =
                isAddress(request.from()) ? ofServer(request, format, table) : ofFile(request, format, table);
        try {
            source.requireColumns();
            return source;
        } catch (SQLException e) {
            source.close();
            throw new IllegalArgumentException(source.place() + " cannot be read (" + e.getMessage()
                    + "); name another table with --table, or check the rights of the user");
        } catch (RuntimeException e) {
            source.close();
            throw e;
        }
    }

    private static DatabaseSource ofFile(ImportRequest request, HistoryFormat format, String table) {
        SqliteFile file = SqliteFile.open(Path.of(request.from()), null);
        return new DatabaseSource(format, request, file.connection(), file, table);
    }

    private static DatabaseSource ofServer(ImportRequest request, HistoryFormat format, String table) {
        try {
            Connection connection = DriverManager.getConnection(request.from());
            try {
                connection.setReadOnly(true);
                connection.setAutoCommit(false);
                return new DatabaseSource(format, request, connection, connection, table);
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            // A driver may quote the address, which may hold a password.
            String reason = String.valueOf(e.getMessage()).replace(request.from(), "the address");
            throw new UnreadableSourceException(
                    "cannot connect to the database of FILE (" + reason
                            + "); give an address such as jdbc:postgresql://HOST/DATABASE?user=NAME",
                    null);
        }
    }

    private void requireColumns() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM " + table + " WHERE 1 = 0")) {
            ResultSetMetaData meta = none.getMetaData();
            for (int i = 1; i <= meta.getColumnCount(); i++) {
                names.add(meta.getColumnLabel(i));
            }
        }
        columns.requireIn(names);
        String session = columns.session();
        if (session != null && !names.contains(session)) {
            throw new IllegalArgumentException("--map takes the session from '" + session
                    + "', a field of a column, by which a database cannot sort; name a column");
        }
        if (columns.id() == null) {
            throw new IllegalArgumentException("--map has no column for the id, and the rows of " + place()
                    + " have no order; add id=COLUMN, such as its key or its time");
        }
    }

    private String place() {
        return "the table " + table;
    }

    @Override
    public void read(ImportSink sink) {
        EpisodeAssembler assembler = new EpisodeAssembler(
                format, request.scopeIn(request.spaceOrDefault()), request.history(), request.times(), sink);
        HistoryReader reader = format.reader(table, assembler, request.times(), request.history());
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(FETCHED);
            try (ResultSet rows = statement.executeQuery("SELECT * FROM " + table + order())) {
                for (long number = 1; rows.next(); number++) {
                    read(row(rows), number, reader, assembler);
                }
            }
        } catch (SQLException e) {
            throw new UnreadableSourceException(
                    "cannot read " + place() + " to its end (" + e.getMessage()
                            + "); what was read is imported, and a later import goes on",
                    e);
        } finally {
            assembler.end();
        }
    }

    private static void read(
            Map<String, @Nullable Object> row, long number, HistoryReader reader, EpisodeAssembler assembler) {
        try {
            reader.read(new JsonFields(row));
        } catch (IllegalArgumentException e) {
            assembler.problem(new SourceLocation("row", number), String.valueOf(e.getMessage()));
        }
    }

    /** Returns the clause that sorts by session and time, as a table has no order; a time in another format does not sort. */
    private String order() {
        String keys = Stream.of(columns.session(), columns.timeFormat() == null ? columns.time() : null, columns.id())
                .filter(Objects::nonNull)
                .flatMap(column -> names.stream().filter(column::equalsIgnoreCase))
                .map(name -> '"' + name.replace("\"", "\"\"") + '"')
                .collect(Collectors.joining(", "));
        return keys.isEmpty() ? "" : " ORDER BY " + keys;
    }

    private static Map<String, @Nullable Object> row(ResultSet rows) throws SQLException {
        Map<String, @Nullable Object> row = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        ResultSetMetaData meta = rows.getMetaData();
        for (int i = 1; i <= meta.getColumnCount(); i++) {
            Object value = "timestamptz".equals(meta.getColumnTypeName(i))
                    ? rows.getObject(i, OffsetDateTime.class)
                    : rows.getObject(i);
            row.put(meta.getColumnLabel(i), plain(value));
        }
        return row;
    }

    /** Returns a number or truth value as it is, bytes in hexadecimal digits, and everything else as text. */
    private static @Nullable Object plain(@Nullable Object value) throws SQLException {
        if (value instanceof Integer number) {
            return Long.valueOf(number);
        }
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        if (value instanceof Clob text) {
            return text.getSubString(1, (int) Math.min(text.length(), Integer.MAX_VALUE));
        }
        boolean isPlain = value == null || value instanceof Long || value instanceof Double || value instanceof Boolean;
        return isPlain ? value : value.toString();
    }

    @Override
    public void close() {
        try {
            database.close();
        } catch (Exception e) {
            throw new UnreadableSourceException("cannot close the database (" + e.getMessage() + ")", e);
        }
    }
}
