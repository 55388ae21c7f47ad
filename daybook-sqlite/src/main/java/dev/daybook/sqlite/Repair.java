package dev.daybook.sqlite;

import dev.daybook.spi.Health.Finding;
import dev.daybook.spi.Health.Level;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Mends what can be derived from what is whole: indexes, index rows, counts. In one transaction. */
final class Repair {

    private Repair() {}

    static List<Finding> run(Sql sql, DamagedLogs damagedLogs) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        if (damagedLogs.acknowledge() > 0) {
            findings.add(new Finding(
                    Level.WARN, "repair", "the damaged write-ahead log is acknowledged", "nothing more needs doing"));
        }
        if (Examination.pages(sql) != null) {
            sql.execute("REINDEX");
            findings.add(mended("the indexes were built again"));
        }
        int rows = RowFaults.mend(sql);
        if (rows > 0) {
            findings.add(mended(rows + " index rows were removed or made again"));
        }
        int counts = CountFaults.mend(sql);
        if (counts > 0) {
            findings.add(mended("the counts of " + counts + " scopes were taken from their entries"));
        }
        return findings;
    }

    private static Finding mended(String what) {
        return new Finding(Level.WARN, "repair", what, "run `daybook rebuild`: words and vectors are made again by it");
    }
}
