package dev.daybook.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
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
}
