package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.ErasedKey;
import dev.daybook.internal.sqlite.database.SqlConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds and corrects entries whose keyed hashes of id and session differ from their content. */
public final class HashFaults {

    /** An entry with the hashes that its content has. */
    private record WrongHashes(
            long place, long idHash, @Nullable Long sessionHash) {}

    private HashFaults() {}

    public static int count(SqlConnection sql) throws SQLException {
        return find(sql).size();
    }

    public static int correct(SqlConnection sql) throws SQLException {
        List<WrongHashes> wrong = find(sql);
        for (WrongHashes entry : wrong) {
            sql.update(
                    "UPDATE entry SET id_hash = ?, session = ? WHERE place = ?",
                    entry.idHash,
                    entry.sessionHash,
                    entry.place);
        }
        return wrong.size();
    }

    /** Reads by the table alone: an index may be what is damaged. */
    private static List<WrongHashes> find(SqlConnection sql) throws SQLException {
        Map<Long, ScopeRecord> scopes = new HashMap<>();
        for (ScopeRecord scope :
                sql.list("SELECT " + ScopeRecord.COLUMNS + " FROM scope", ScopeRecord::readUnchecked)) {
            scopes.put(scope.number, scope);
        }
        List<WrongHashes> wrong = new ArrayList<>();
        EntryContent.Reader reader = new EntryContent.Reader();
        sql.each("SELECT " + EntryRow.COLUMNS + ", id_hash, session FROM entry NOT INDEXED", row -> {
            EntryRow columns = EntryRow.read(row);
            ScopeRecord scope = scopes.get(columns.scope());
            if (scope == null || !sql.cipher().hasKey(scope.nameKey())) {
                return false;
            }
            EntryRecord entry;
            try {
                entry = reader.entry(columns, columns.content(row, sql.cipher()));
            } catch (ErasedKey erased) {
                throw erased;
            } catch (DamagedRecord reportedByTheCheckOfEntries) {
                return false;
            }
            long idHash = EntryTable.idHash(sql, scope, entry.stored().key());
            Long sessionHash = EntryTable.sessionHash(sql, scope, entry.stored().session());
            Long storedSession = row.getLong(12);
            boolean sameSession = row.wasNull() ? sessionHash == null : Objects.equals(storedSession, sessionHash);
            return idHash == row.getLong(11) && sameSession
                    ? false
                    : wrong.add(new WrongHashes(columns.place(), idHash, sessionHash));
        });
        return wrong;
    }
}
