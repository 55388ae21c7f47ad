package dev.daybook.sqlite;

import dev.daybook.data.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Migrates the file to the current layout by numbered scripts, each in one transaction with its version number. A
 * released script never changes.
 */
final class SchemaMigrations {

    private static final Pattern EMPTY_LINES = Pattern.compile("\\R{2,}");

    private static final List<String> SCRIPTS = List.of("001-first.sql");

    private SchemaMigrations() {}

    static void requireNotNewer(Path file, long version) {
        if (version > SCRIPTS.size()) {
            throw new StoreException(file + " has layout " + version + ", this version of Daybook knows up to "
                    + SCRIPTS.size() + "; use the Daybook that wrote it, or a newer one");
        }
    }

    static void run(Path file, SqlConnection sql) throws SQLException {
        long version = sql.number("PRAGMA user_version");
        requireNotNewer(file, version);
        for (int next = (int) version; next < SCRIPTS.size(); next++) {
            sql.execute("BEGIN IMMEDIATE");
            try {
                for (String statement : statements(SCRIPTS.get(next))) {
                    sql.execute(statement);
                }
                sql.execute("PRAGMA user_version = " + (next + 1));
                sql.execute("COMMIT");
            } catch (SQLException e) {
                rollBack(sql, e);
                throw e;
            }
        }
    }

    /** SQLite may have rolled back itself; the first failure names the cause. */
    private static void rollBack(SqlConnection sql, SQLException cause) {
        try {
            sql.execute("ROLLBACK");
        } catch (SQLException second) {
            cause.addSuppressed(second);
        }
    }

    /** Returns the statements of all scripts, for an empty file. */
    static List<String> allStatements() {
        return SCRIPTS.stream().flatMap(script -> statements(script).stream()).toList();
    }

    /** Blank lines separate the statements of a script and occur nowhere else. */
    private static List<String> statements(String script) {
        try (InputStream stream = SchemaMigrations.class.getResourceAsStream(script)) {
            if (stream == null) {
                throw new IllegalStateException("the jar of daybook-sqlite has no " + script + "; build it again");
            }
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return EMPTY_LINES.splitAsStream(text.strip()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
