package dev.daybook.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.sqlite.JDBC;

/** Changes the file of a closed store directly. */
final class RawDatabase {

    private RawDatabase() {}

    static void change(Path folder, String... statements) throws SQLException {
        try (Connection connection =
                        JDBC.createConnection(JDBC.PREFIX + folder.resolve("daybook.db"), new Properties());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Returns the numbers of a query with one column. */
    static List<Long> numbers(Path folder, String query) throws SQLException {
        List<Long> numbers = new ArrayList<>();
        try (Connection connection =
                        JDBC.createConnection(JDBC.PREFIX + folder.resolve("daybook.db"), new Properties());
                Statement select = connection.createStatement();
                ResultSet rows = select.executeQuery(query)) {
            while (rows.next()) {
                numbers.add(rows.getLong(1));
            }
        }
        return numbers;
    }

    /** The first byte of the encrypted id of an entry, with its length: behind the nonce and a length. */
    static final int ID = 12 + 4;

    /** The first byte of the body of an entry of {@link SqliteSamples}: behind an id of one letter and a session. */
    static final int BODY = ID + 5 + 6 + 4;

    /** A byte of the last sidecar. */
    static final int SIDECAR = -24;

    /**
     * Flips a bit in the encrypted contents of entries.
     *
     * @param at the byte; a negative number counts from the end
     */
    static void flip(Path folder, String where, int at) throws SQLException {
        try (Connection connection =
                        JDBC.createConnection(JDBC.PREFIX + folder.resolve("daybook.db"), new Properties());
                Statement select = connection.createStatement();
                PreparedStatement update =
                        connection.prepareStatement("UPDATE entry SET content = ? WHERE place = ?")) {
            Map<Long, byte[]> contents = new HashMap<>();
            try (ResultSet rows = select.executeQuery("SELECT place, content FROM entry WHERE " + where)) {
                while (rows.next()) {
                    contents.put(rows.getLong(1), rows.getBytes(2));
                }
            }
            if (contents.isEmpty()) {
                throw new AssertionError("no entry " + where);
            }
            for (Map.Entry<Long, byte[]> each : contents.entrySet()) {
                byte[] content = each.getValue();
                content[at < 0 ? content.length + at : at] ^= 2;
                update.setBytes(1, content);
                update.setLong(2, each.getKey());
                update.executeUpdate();
            }
        }
    }
}
