package dev.daybook.sqlite;

import dev.daybook.internal.sqlite.database.DamagedLogs;
import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.internal.sqlite.table.BatchWriter;
import dev.daybook.internal.sqlite.table.CountFaults;
import dev.daybook.internal.sqlite.table.HashFaults;
import dev.daybook.internal.sqlite.table.OldRecords;
import dev.daybook.internal.sqlite.table.RowFaults;
import dev.daybook.internal.sqlite.table.ScopeRecord;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Repairs derived data in one transaction: indexes, index rows and counts. */
final class DatabaseRepair {

    private DatabaseRepair() {}

    static List<Finding> run(SqlConnection sql, DamagedLogs damagedLogs) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        if (damagedLogs.acknowledge() > 0) {
            findings.add(new Finding(
                    Level.WARN, "repair", "the damaged write-ahead log is acknowledged", "nothing more needs doing"));
        }
        if (DatabaseCheck.pages(sql) != null) {
            sql.execute("REINDEX");
            findings.add(repaired("the indexes were rebuilt"));
        }
        int hashes = HashFaults.correct(sql);
        if (hashes > 0) {
            findings.add(repaired(hashes + " entries can be found by their id and session again"));
        }
        // Without a lost log a missing key is a loss of the key file, which may be put back.
        int erasures = damagedLogs.hasAcknowledged() ? completeErasures(sql) : 0;
        if (erasures > 0) {
            findings.add(new Finding(
                    Level.WARN,
                    "repair",
                    "the erasure of " + erasures + " scopes, which the damaged log lost, was completed",
                    "nothing more needs doing"));
        }
        int rows = RowFaults.repair(sql);
        if (rows > 0) {
            findings.add(repaired(rows + " index rows were removed or rebuilt"));
        }
        int counts = CountFaults.correct(sql);
        if (counts > 0) {
            findings.add(repaired("the counts of " + counts + " scopes were taken from their entries"));
        }
        OldRecords.passAgain(sql);
        return findings;
    }

    /** Removes the rows of scopes whose keys are all erased: a damaged log lost the transaction that removed them. */
    private static int completeErasures(SqlConnection sql) throws SQLException {
        int completed = 0;
        for (ScopeRecord scope : sql.list(
                "SELECT " + ScopeRecord.COLUMNS + " FROM scope WHERE name IS NOT NULL",
                row -> ScopeRecord.read(row, sql.cipher()))) {
            if (!sql.cipher().hasKey(scope.nameKey())
                    && !sql.cipher().hasKey(scope.stateKey())
                    && KeySlots.ofEntries(sql, scope.number).stream().noneMatch(sql.cipher()::hasKey)) {
                BatchWriter.eraseAll(sql, scope);
                scope.update(sql);
                completed++;
            }
        }
        return completed;
    }

    private static Finding repaired(String what) {
        return new Finding(Level.WARN, "repair", what, "run `daybook rebuild` to rebuild terms and vectors");
    }
}
