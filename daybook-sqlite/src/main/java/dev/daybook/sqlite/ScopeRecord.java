package dev.daybook.sqlite;

import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.store.Head;
import dev.daybook.store.ScopeHead;
import dev.daybook.store.ScopeNumbers;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A row of the table {@code scope}; mutable for the writer. */
final class ScopeRecord {

    static final String COLUMNS = "number, space, code, revision, epoch, audited, tallies, checksum";

    final long number;
    final String space;
    final String code;
    final KindCounts tallies;
    private long revision;
    private long epoch;
    private long audited;

    private ScopeRecord(long number, String space, String code, KindCounts kindCounts) {
        this.number = number;
        this.space = space;
        this.code = code;
        this.tallies = kindCounts;
    }

    /** Returns the scope of a record, or null if it was erased with its name. */
    static @Nullable Scope scope(String space, String code) {
        return ScopeTable.isErased(code) ? null : Scope.of(new Space(space), code);
    }

    static ScopeRecord fresh(long number, String space, String code) {
        return new ScopeRecord(number, space, code, KindCounts.none());
    }

    static ScopeRecord read(ResultSet row) throws SQLException {
        ScopeRecord scope = readUnchecked(row);
        if (scope.checksum() != row.getLong(8)) {
            throw new DamagedRecord("the record of scope " + scope.number);
        }
        return scope;
    }

    /** Skips the checksum, for a repair that checks each value. */
    static ScopeRecord readUnchecked(ResultSet row) throws SQLException {
        ScopeRecord scope = new ScopeRecord(
                row.getLong(1),
                SqlConnection.text(row, 2),
                SqlConnection.text(row, 3),
                KindCounts.of(SqlConnection.bytes(row, 7)));
        scope.revision = row.getLong(4);
        scope.epoch = row.getLong(5);
        scope.audited = row.getLong(6);
        return scope;
    }

    ScopeRecord named(String newCode) {
        ScopeRecord scope = new ScopeRecord(number, space, newCode, tallies);
        scope.revision = revision;
        scope.epoch = epoch;
        scope.audited = audited;
        return scope;
    }

    long revision() {
        return revision;
    }

    long nextRevision() {
        return ++revision;
    }

    ScopeNumbers numbers() {
        return new ScopeNumbers(revision, epoch, tallies.positions(), tallies.counts());
    }

    void take(ScopeNumbers numbers) {
        revision = numbers.revision();
        epoch = numbers.epoch();
        tallies.take(numbers);
    }

    void audited(long seq) {
        audited = seq;
    }

    /** Raises the revision after a repair, so that no used revision is assigned again. */
    void atLeast(long usedRevision) {
        revision = Math.max(revision, usedRevision);
    }

    Head head() {
        return new Head(revision, epoch, tallies.counts());
    }

    ScopeHead scopeHead() {
        return new ScopeHead(Scope.of(new Space(space), code), head());
    }

    void store(SqlConnection sql) throws SQLException {
        sql.update(
                "INSERT OR REPLACE INTO scope (number, space, code, revision, epoch, audited, living, tallies,"
                        + " checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                number,
                space,
                code,
                revision,
                epoch,
                audited,
                tallies.total(),
                tallies.packed(),
                checksum());
    }

    void update(SqlConnection sql) throws SQLException {
        sql.update(
                "UPDATE scope SET revision = ?, epoch = ?, audited = ?, living = ?, tallies = ?, checksum = ?"
                        + " WHERE number = ?",
                revision,
                epoch,
                audited,
                tallies.total(),
                tallies.packed(),
                checksum(),
                number);
    }

    private long checksum() {
        return ValuePacker.checksum(number, space, code, revision, epoch, audited, tallies.packed());
    }
}
