package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.OrderKeys;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.model.Kind;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds and corrects scopes whose counts differ from their entries. */
public final class CountFaults {

    private record ActualCounts(long count, long lastPosition, long lastRevision) {
        static final ActualCounts NONE = new ActualCounts(0, 0, 0);
    }

    private CountFaults() {}

    public static List<Long> find(SqlConnection sql) throws SQLException {
        List<Long> wrong = new ArrayList<>();
        for (ScopeRecord scope : scopes(sql)) {
            Map<Kind, ActualCounts> actual = actual(sql, scope.number);
            for (Kind kind : Kind.values()) {
                ActualCounts entries = actual.getOrDefault(kind, ActualCounts.NONE);
                if (entries.count != scope.tallies.counts().getOrDefault(kind, 0L)
                        || entries.lastPosition > scope.tallies.position(kind)
                        || entries.lastRevision > scope.revision()) {
                    wrong.add(scope.number);
                    break;
                }
            }
        }
        return wrong;
    }

    public static int correct(SqlConnection sql) throws SQLException {
        List<Long> wrong = find(sql);
        for (ScopeRecord scope : scopes(sql)) {
            if (wrong.contains(scope.number)) {
                Map<Kind, ActualCounts> actual = actual(sql, scope.number);
                for (Kind kind : Kind.values()) {
                    ActualCounts entries = actual.getOrDefault(kind, ActualCounts.NONE);
                    scope.tallies.living(kind, entries.count);
                    scope.tallies.atLeast(kind, entries.lastPosition);
                    scope.atLeast(entries.lastRevision);
                }
                scope.update(sql);
            }
        }
        return wrong.size();
    }

    private static List<ScopeRecord> scopes(SqlConnection sql) throws SQLException {
        return sql.list("SELECT " + ScopeRecord.COLUMNS + " FROM scope", row -> ScopeRecord.read(row, sql.cipher()));
    }

    private static Map<Kind, ActualCounts> actual(SqlConnection sql, long scope) throws SQLException {
        Map<Kind, ActualCounts> actual = new HashMap<>();
        sql.each(
                "SELECT kind, count(*), max(position), max(revision_key) FROM entry WHERE place BETWEEN ? AND ?"
                        + " GROUP BY kind",
                row -> actual.put(
                        OrderKeys.kind(row.getLong(1)),
                        new ActualCounts(row.getLong(2), row.getLong(3), OrderKeys.revision(row.getLong(4)))),
                OrderKeys.first(scope),
                OrderKeys.last(scope));
        return actual;
    }
}
