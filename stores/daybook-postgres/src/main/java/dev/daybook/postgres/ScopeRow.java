package dev.daybook.postgres;

import dev.daybook.model.Scope;
import dev.daybook.store.Head;
import dev.daybook.store.ScopeNumbers;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The row of a scope: its numbers and the end of its audit chain. A transaction locks it before it reads anything else. */
final class ScopeRow {

    private static final String NUMBERS = "revision, epoch, positions, counts";

    /** The chain before the first audit entry. */
    static final byte[] BEGINNING = new byte[32];

    private final byte[] key;
    private ScopeNumbers numbers;
    private @Nullable String code;
    private long audited;
    private byte[] chain;
    private final int layout;

    private ScopeRow(byte[] key, ScopeNumbers numbers, @Nullable String code, long audited, byte[] chain, int layout) {
        this.key = key;
        this.numbers = numbers;
        this.code = code;
        this.audited = audited;
        this.chain = chain;
        this.layout = layout;
    }

    /**
     * Locks the row of a scope until the end of the transaction, and creates it if it is missing. Under READ COMMITTED the
     * statements after this one see all that earlier holders of the lock have committed; this one sees only the row.
     */
    static ScopeRow lock(SqlSession sql, byte[] key, Scope scope) throws SQLException {
        while (true) {
            ScopeRow found = sql.first(
                    "SELECT " + NUMBERS + ", code, audited, chain, (SELECT layout FROM daybook_store)"
                            + " FROM daybook_scope WHERE scope = ? FOR UPDATE",
                    row -> new ScopeRow(
                            key, numbers(row), row.getString(5), row.getLong(6), row.getBytes(7), row.getInt(8)),
                    key);
            if (found != null) {
                return found;
            }
            // Waits for a concurrent insertion; no row is ever deleted.
            sql.update(
                    "INSERT INTO daybook_scope (scope, space, " + NUMBERS + ", living, audited, chain)"
                            + " VALUES (?, ?, 0, 0, '{}', '{}', 0, 0, ?) ON CONFLICT DO NOTHING",
                    key,
                    scope.space().id(),
                    BEGINNING);
        }
    }

    static Head head(SqlSession sql, byte[] key) throws SQLException {
        return numbers(sql, key).head();
    }

    static ScopeNumbers numbers(SqlSession sql, byte[] key) throws SQLException {
        ScopeNumbers numbers =
                sql.first("SELECT " + NUMBERS + " FROM daybook_scope WHERE scope = ?", ScopeRow::numbers, key);
        return numbers == null ? ScopeNumbers.NONE : numbers;
    }

    /** Reads the first four columns as the numbers of a scope. */
    static ScopeNumbers numbers(ResultSet row) throws SQLException {
        return new ScopeNumbers(
                row.getLong(1),
                row.getLong(2),
                KindNumbers.ofArray(KindNumbers.read(row, 3), 0),
                KindNumbers.ofArray(KindNumbers.read(row, 4), 0));
    }

    byte[] key() {
        return key;
    }

    ScopeNumbers numbers() {
        return numbers;
    }

    /** Refuses a write into tables that a newer version has migrated since the opening. */
    void requireKnownLayout() {
        PostgresSchema.requireKnown(layout);
    }

    long audited() {
        return audited;
    }

    byte[] chain() {
        return chain;
    }

    void take(ScopeNumbers changed) {
        numbers = changed;
    }

    /** Sets the name, or removes it with null: the user's id is erased with the entries. */
    void name(@Nullable String newCode) {
        code = newCode;
    }

    void audited(long seq, byte[] newChain) {
        audited = seq;
        chain = newChain;
    }

    void update(SqlSession sql) throws SQLException {
        sql.update(
                "UPDATE daybook_scope SET code = ?, revision = ?, epoch = ?, positions = ?, counts = ?, living = ?,"
                        + " audited = ?, chain = ? WHERE scope = ?",
                code,
                numbers.revision(),
                numbers.epoch(),
                sql.array("int8", KindNumbers.toArray(numbers.positions())),
                sql.array("int8", KindNumbers.toArray(numbers.counts())),
                numbers.head().entries(),
                audited,
                chain,
                key);
    }
}
