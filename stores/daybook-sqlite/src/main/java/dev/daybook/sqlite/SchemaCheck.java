package dev.daybook.sqlite;

import dev.daybook.internal.sqlite.database.SchemaMigrations;
import dev.daybook.internal.sqlite.database.SqlConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;

/**
 * Compares the schema of the file with the expected one. A foreign trigger, for instance, could copy forgotten entries.
 */
final class SchemaCheck {

    /** Without SQLite's internal objects. */
    private static final String OBJECTS =
            "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite@_%' ESCAPE '@'";

    private SchemaCheck() {}

    static @Nullable String wrong(SqlConnection sql) throws SQLException {
        Set<String> there = objects(sql);
        Set<String> expected;
        try (SqlConnection empty =
                new SqlConnection(JDBC.createConnection("jdbc:sqlite::memory:", new SQLiteConfig().toProperties()))) {
            for (String statement : SchemaMigrations.allStatements()) {
                empty.execute(statement);
            }
            expected = objects(empty);
        }
        List<String> wrong = new ArrayList<>();
        there.stream().filter(each -> !expected.contains(each)).forEach(each -> wrong.add(name(each) + " is foreign"));
        expected.stream().filter(each -> !there.contains(each)).forEach(each -> wrong.add(name(each) + " is missing"));
        return wrong.isEmpty() ? null : String.join("; ", wrong);
    }

    private static Set<String> objects(SqlConnection sql) throws SQLException {
        return new TreeSet<>(
                sql.list(OBJECTS, row -> row.getString(1) + " " + row.getString(2) + "\n" + row.getString(3)));
    }

    private static String name(String object) {
        return "the " + object.substring(0, object.indexOf('\n'));
    }
}
