package dev.daybook.internal.sqlite.database;

import dev.daybook.error.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Creates the tables of the current layout, and migrates older ones by numbered scripts, each in one transaction with its
 * version number. A released script never changes. Layout 1 is migrated by {@code LayoutOneMigration}.
 */
public final class SchemaMigrations {

    private static final Pattern EMPTY_LINES = Pattern.compile("\\R{2,}");

    /** The layout that the first script creates. */
    private static final int FIRST = 2;

    private static final List<String> SCRIPTS =
            List.of("002-encrypted.sql", "003-audit-by-scope.sql", "004-authenticated.sql");

    private SchemaMigrations() {}

    static void requireNotNewer(Path file, long version) {
        if (version > last()) {
            throw new StoreException(file + " has layout " + version + ", this version of Daybook knows up to " + last()
                    + "; use the Daybook that wrote it, or a newer one");
        }
    }

    private static int last() {
        return FIRST + SCRIPTS.size() - 1;
    }

    public static void run(Path file, SqlConnection sql) throws SQLException {
        long version = sql.number("PRAGMA user_version");
        requireNotNewer(file, version);
        for (int next = Math.max(0, (int) version - FIRST + 1); next < SCRIPTS.size(); next++) {
            sql.execute("BEGIN IMMEDIATE");
            try {
                for (String statement : statements(SCRIPTS.get(next))) {
                    sql.execute(statement);
                }
                sql.execute("PRAGMA user_version = " + (FIRST + next));
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
    public static List<String> allStatements() {
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
