package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.ErasedKey;
import dev.daybook.internal.sqlite.database.OrderKeys;
import dev.daybook.internal.sqlite.database.SqlConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds and rebuilds index rows, which are entries with their sidecars, whose sidecars are damaged. */
public final class RowFaults {

    private RowFaults() {}

    /** Returns the entries without their damaged sidecars. An entry that is damaged itself is not among them. */
    public static List<EntryRecord> find(SqlConnection sql) throws SQLException {
        return find(sql, 0, Long.MAX_VALUE);
    }

    private static List<EntryRecord> find(SqlConnection sql, long first, long last) throws SQLException {
        List<EntryRecord> damaged = new ArrayList<>();
        EntryContent.Reader reader = new EntryContent.Reader();
        sql.each(
                "SELECT " + EntryRow.COLUMNS + ", revision_key FROM entry WHERE place BETWEEN ? AND ?",
                row -> {
                    EntryRow columns = EntryRow.readWithRevision(row);
                    EntryContent content;
                    try {
                        content = columns.content(row, sql.cipher());
                    } catch (ErasedKey erased) {
                        throw erased;
                    } catch (DamagedRecord reportedByTheCheckOfEntries) {
                        return false;
                    }
                    try {
                        return reader.row(columns, content);
                    } catch (ErasedKey erased) {
                        throw erased;
                    } catch (DamagedRecord e) {
                        return add(reader, columns, content, damaged);
                    }
                },
                first,
                last);
        return damaged;
    }

    private static boolean add(
            EntryContent.Reader reader, EntryRow columns, EntryContent content, List<EntryRecord> damaged)
            throws ErasedKey {
        try {
            return damaged.add(reader.entry(columns, content));
        } catch (ErasedKey erased) {
            throw erased;
        } catch (DamagedRecord reportedByTheCheckOfEntries) {
            return false;
        }
    }

    /** Writes the entries again without their damaged sidecars, at new revisions. */
    public static int repair(SqlConnection sql) throws SQLException {
        return repair(sql, find(sql));
    }

    /** Repairs the rows of one scope. */
    public static int repair(SqlConnection sql, long scope) throws SQLException {
        return repair(sql, find(sql, OrderKeys.first(scope), OrderKeys.last(scope)));
    }

    private static int repair(SqlConnection sql, List<EntryRecord> damaged) throws SQLException {
        for (EntryRecord entry : damaged) {
            ScopeRecord scope = sql.first(
                    "SELECT " + ScopeRecord.COLUMNS + " FROM scope WHERE number = ?",
                    row -> ScopeRecord.read(row, sql.cipher()),
                    entry.scope());
            if (scope != null) {
                EntryTable.rewrite(sql, entry.with(Map.of()).at(scope.nextRevision()));
                scope.update(sql);
            }
        }
        return damaged.size();
    }
}
