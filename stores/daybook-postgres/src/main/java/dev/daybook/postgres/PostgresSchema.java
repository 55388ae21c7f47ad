package dev.daybook.postgres;

import dev.daybook.error.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Creates the tables, and migrates older ones by numbered scripts, in one transaction. A released script never changes.
 * The tables are in the first schema of the connection's search path. A process that has the store open while a newer
 * Daybook migrates it reads on, if the script lets it, and refuses to write.
 */
final class PostgresSchema {

    private static final Pattern EMPTY_LINES = Pattern.compile("\\R{2,}");

    private static final List<String> SCRIPTS = List.of("001-tables.sql");

    /**
     * Added to the number of the last script if the records are encrypted, so that versions before the encryption refuse
     * the tables, and later scripts have numbers.
     */
    private static final int ENCRYPTED = 1_000;

    /** The number of the advisory lock of processes that open a store at once; its bytes are "Daybook" and 1. */
    private static final long LOCK = 0x446179626F6F6B01L;

    private PostgresSchema() {}

    /** Returns the salt of the store, after a migration of its tables. Can be run again. */
    static byte[] open(SqlSession sql) throws SQLException {
        return open(sql, SCRIPTS);
    }

    static byte[] open(SqlSession sql, List<String> scripts) throws SQLException {
        requireSettings(sql);
        sql.execute("SET LOCAL client_min_messages = warning");
        sql.list("SELECT pg_advisory_xact_lock(?)", row -> true, LOCK);
        boolean exists = sql.only("SELECT to_regclass('daybook_store') IS NOT NULL", row -> row.getBoolean(1));
        int layout = exists ? layout(sql) : 0;
        requireKnown(layout, scripts.size());
        if (layout % ENCRYPTED < scripts.size()) {
            migrate(sql, layout, scripts);
        }
        return sql.only("SELECT salt FROM daybook_store", row -> row.getBytes(1));
    }

    /**
     * Gives the tables the layout of encrypted records. Writers of earlier versions that are under way end before, the
     * next ones read the new layout. Can be run again.
     */
    static void markEncrypted(SqlSession sql) throws SQLException {
        if (layout(sql) < ENCRYPTED) {
            sql.list("SELECT pg_advisory_xact_lock(?)", row -> true, LOCK);
            sql.waitForLongStatements();
            sql.execute("LOCK TABLE daybook_scope IN ACCESS EXCLUSIVE MODE");
            sql.update("UPDATE daybook_store SET layout = layout + ? WHERE layout < ?", ENCRYPTED, ENCRYPTED);
        }
    }

    private static int layout(SqlSession sql) throws SQLException {
        Integer layout = sql.first("SELECT layout FROM daybook_store", row -> row.getInt(1));
        if (layout == null) {
            throw new StoreException(
                    "the table daybook_store is empty, so the scopes cannot be found; restore a backup");
        }
        return layout;
    }

    /** Refuses a layout of a newer version. */
    static void requireKnown(int layout) {
        requireKnown(layout, SCRIPTS.size());
    }

    private static void requireKnown(int layout, int known) {
        int encrypted = layout < ENCRYPTED ? 0 : ENCRYPTED;
        if (layout - encrypted > known) {
            throw new StoreException("the tables have layout " + layout
                    + " of a newer Daybook, this one knows layouts up to " + (encrypted + known)
                    + "; use the newer one");
        }
    }

    private static void migrate(SqlSession sql, int layout, List<String> scripts) throws SQLException {
        sql.waitForLongStatements();
        if (layout > 0) {
            // Lets running writers end; the next ones read the new layout in the statement that locks their scope.
            sql.execute("LOCK TABLE daybook_scope IN ACCESS EXCLUSIVE MODE");
        }
        for (String script : scripts.subList(layout % ENCRYPTED, scripts.size())) {
            for (String statement : statements(script)) {
                sql.execute(statement);
            }
        }
        if (layout == 0) {
            byte[] salt = new byte[ScopeKeys.SALT_BYTES];
            new SecureRandom().nextBytes(salt);
            sql.update("INSERT INTO daybook_store (layout, salt) VALUES (?, ?)", scripts.size(), salt);
        } else {
            sql.update("UPDATE daybook_store SET layout = ?", layout - layout % ENCRYPTED + scripts.size());
        }
    }

    private static void requireSettings(SqlSession sql) throws SQLException {
        require(sql, "server_encoding", "UTF8", "create the database with the encoding UTF8");
        require(
                sql,
                "transaction_isolation",
                "read committed",
                "the lock of a scope needs it; remove the other setting from the data source or the database");
    }

    private static void require(SqlSession sql, String setting, String value, String remedy) throws SQLException {
        String found = sql.only("SELECT current_setting(?)", row -> row.getString(1), setting);
        if (!found.equals(value)) {
            throw new StoreException(
                    "the database has the " + setting + " '" + found + "' and not '" + value + "'; " + remedy);
        }
    }

    /** Blank lines separate the statements of a script and occur nowhere else. */
    private static List<String> statements(String script) {
        try (InputStream stream = PostgresSchema.class.getResourceAsStream(script)) {
            if (stream == null) {
                throw new IllegalStateException("the jar of daybook-postgres has no " + script + "; build it again");
            }
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return EMPTY_LINES.splitAsStream(text.strip()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
