package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.internal.sqlite.database.RecordCipher;
import dev.daybook.internal.sqlite.database.RecordPart;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.store.Head;
import dev.daybook.store.ScopeHead;
import dev.daybook.store.ScopeNumbers;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A row of the table {@code scope}; mutable for the writer. */
public final class ScopeRecord {

    public static final String COLUMNS =
            "number, space, code_hash, name, name_key, state_key, revision, epoch, audited, tallies, checksum";

    /** In an authentication code, where a kind stands in the hash of an id. */
    private static final int SCOPE = -3;

    public final long number;
    final KindCounts tallies;
    private final String space;
    private final byte[] codeHash;

    /** The encrypted code; null for an erased scope. */
    private byte @Nullable [] name;

    private int nameKey;
    private int stateKey;
    private long revision;
    private long epoch;
    private long audited;

    private ScopeRecord(long number, String space, byte[] codeHash, KindCounts kindCounts) {
        this.number = number;
        this.space = space;
        this.codeHash = codeHash;
        this.tallies = kindCounts;
    }

    public static ScopeRecord fresh(long number, String space, byte[] codeHash) {
        return new ScopeRecord(number, space, codeHash, KindCounts.none());
    }

    public static ScopeRecord migrated(
            long number, String space, byte[] codeHash, KindCounts counts, long revision, long epoch) {
        ScopeRecord scope = new ScopeRecord(number, space, codeHash, counts);
        scope.revision = revision;
        scope.epoch = epoch;
        return scope;
    }

    /** @throws DamagedRecord if it was changed by another program */
    public static ScopeRecord read(ResultSet row, RecordCipher cipher) throws SQLException {
        ScopeRecord scope = readUnchecked(row);
        long stored = row.getLong(11);
        boolean sound = stored == scope.code(cipher)
                || cipher.acceptsOldChecksums() && stored == scope.values().checksum();
        if (!sound) {
            throw new DamagedRecord("the record of scope " + scope.number);
        }
        return scope;
    }

    /** Skips the authentication code, for a repair that checks each value. */
    static ScopeRecord readUnchecked(ResultSet row) throws SQLException {
        ScopeRecord scope = new ScopeRecord(
                row.getLong(1),
                SqlConnection.text(row, 2),
                SqlConnection.bytes(row, 3),
                KindCounts.of(SqlConnection.bytes(row, 10)));
        scope.name = row.getBytes(4);
        scope.nameKey = row.getInt(5);
        scope.stateKey = row.getInt(6);
        scope.revision = row.getLong(7);
        scope.epoch = row.getLong(8);
        scope.audited = row.getLong(9);
        return scope;
    }

    boolean hasName() {
        return name != null;
    }

    /** Returns the slot of the key of the name, and of the hashes of ids and sessions. */
    public int nameKey() {
        return nameKey;
    }

    /** Returns the slot of the key of the states; 0 if there are none. */
    public int stateKey() {
        return stateKey;
    }

    /** Names the scope under a new key. */
    public void name(SqlConnection sql, String code) throws SQLException {
        nameKey = KeySlots.next(sql);
        RecordPart part = RecordPart.of(code.getBytes(StandardCharsets.UTF_8));
        name = sql.cipher().seal(nameKey, ScopeName.context(number, space, codeHash), part);
    }

    void nameless() {
        name = null;
        nameKey = 0;
        stateKey = 0;
    }

    void stateKey(int slot) {
        stateKey = slot;
    }

    public long revision() {
        return revision;
    }

    public long epoch() {
        return epoch;
    }

    long nextRevision() {
        return ++revision;
    }

    public ScopeNumbers numbers() {
        return new ScopeNumbers(revision, epoch, tallies.positions(), tallies.counts());
    }

    void take(ScopeNumbers numbers) {
        revision = numbers.revision();
        epoch = numbers.epoch();
        tallies.take(numbers);
    }

    public void audited(long seq) {
        audited = seq;
    }

    /** Raises the revision after a repair, so that no used revision is assigned again. */
    void atLeast(long usedRevision) {
        revision = Math.max(revision, usedRevision);
    }

    public Head head() {
        return new Head(revision, epoch, tallies.counts());
    }

    /** Returns the head of a scope; null if the key of its name is lost, which the check of the store reports. */
    @Nullable
    ScopeHead scopeHead(RecordCipher cipher) throws SQLException {
        if (name == null || !cipher.hasKey(nameKey)) {
            return null;
        }
        return new ScopeHead(new ScopeName(number, space, codeHash, name, nameKey).scope(cipher), head());
    }

    public void store(SqlConnection sql) throws SQLException {
        sql.update(
                "INSERT OR REPLACE INTO scope (number, space, code_hash, name, name_key, state_key, revision, epoch,"
                        + " audited, living, tallies, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                number,
                space,
                codeHash,
                name,
                nameKey,
                stateKey,
                revision,
                epoch,
                audited,
                tallies.total(),
                tallies.packed(),
                code(sql.cipher()));
    }

    public void update(SqlConnection sql) throws SQLException {
        sql.update(
                "UPDATE scope SET name = ?, name_key = ?, state_key = ?, revision = ?, epoch = ?, audited = ?,"
                        + " living = ?, tallies = ?, checksum = ? WHERE number = ?",
                name,
                nameKey,
                stateKey,
                revision,
                epoch,
                audited,
                tallies.total(),
                tallies.packed(),
                code(sql.cipher()),
                number);
    }

    /** Makes a stored record a damaged one. */
    public static void damage(SqlConnection sql, long number) throws SQLException {
        sql.update("UPDATE scope SET checksum = ~checksum WHERE number = ?", number);
    }

    private long code(RecordCipher cipher) {
        return cipher.code(SCOPE, values().bytes());
    }

    private ValuePacker values() {
        return ValuePacker.of(
                number, space, codeHash, name, nameKey, stateKey, revision, epoch, audited, tallies.packed());
    }
}
