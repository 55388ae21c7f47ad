package dev.daybook.postgres;

import dev.daybook.outcome.HealthReport;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The check of a store: the settings of the server, the counts of scopes and the audit chains. It repairs nothing. */
final class PostgresCheck {

    private static final String RESTORE = "restore a backup; the server's own checks (pg_amcheck) find damaged files";

    private PostgresCheck() {}

    static HealthReport report(SqlSession sql) throws SQLException {
        sql.waitForLongStatements();
        return new HealthReport(List.of(server(sql), flushes(sql), counts(sql), audits(sql)));
    }

    private static Finding server(SqlSession sql) throws SQLException {
        String version = sql.only("SELECT current_setting('server_version')", row -> row.getString(1));
        return new Finding(Level.OK, "server", "PostgreSQL " + version, "");
    }

    /** Tests whether the server flushes a commit before it answers. */
    static boolean isDurable(SqlSession sql) throws SQLException {
        return sql.only(
                "SELECT current_setting('fsync') = 'on' AND current_setting('synchronous_commit') <> 'off'",
                row -> row.getBoolean(1));
    }

    private static Finding flushes(SqlSession sql) throws SQLException {
        return isDurable(sql)
                ? new Finding(Level.OK, "flushes", "a commit is flushed before it is answered", "")
                : new Finding(
                        Level.WARN,
                        "flushes",
                        "fsync or synchronous_commit is off: a crash of the server loses acknowledged writes",
                        "switch both on");
    }

    private static Finding counts(SqlSession sql) throws SQLException {
        long wrong = sql.only(
                "SELECT count(*) FROM daybook_scope WHERE living <>"
                        + " (SELECT count(*) FROM daybook_entry WHERE daybook_entry.scope = daybook_scope.scope)",
                row -> row.getLong(1));
        return wrong == 0
                ? new Finding(Level.OK, "entries", "every scope has as many entries as it counts", "")
                : new Finding(
                        Level.FAIL,
                        "entries",
                        wrong + " scopes have another number of entries than they count",
                        RESTORE);
    }

    private static Finding audits(SqlSession sql) throws SQLException {
        ChainCheck check = new ChainCheck();
        sql.each(
                "SELECT s.scope, s.audited, s.chain, a.seq, a.at, a.operation, a.action, a.detail, a.chain"
                        + " FROM daybook_scope AS s LEFT JOIN daybook_audit AS a USING (scope) ORDER BY s.scope, a.seq",
                check::next);
        check.end();
        return check.wrong == 0
                ? new Finding(Level.OK, "audit", "the chains of all audit entries are whole", "")
                : new Finding(
                        Level.FAIL,
                        "audit",
                        "the audit log of " + check.wrong + " scopes was changed or cut",
                        "compare it with a backup");
    }

    /** Verifies the chains of scopes whose audit entries come in order. */
    private static final class ChainCheck {

        private byte @Nullable [] scope;
        private long audited;
        private byte[] last = new byte[0];
        private long seq;
        private byte[] chain = ScopeRow.BEGINNING;
        private boolean broken;
        private long wrong;

        private boolean next(ResultSet row) throws SQLException {
            byte[] of = row.getBytes(1);
            if (!Arrays.equals(of, scope)) {
                end();
                scope = of;
                audited = row.getLong(2);
                last = row.getBytes(3);
                seq = 0;
                chain = ScopeRow.BEGINNING;
                broken = false;
            }
            if (row.getBytes(9) != null) {
                seq++;
                chain = ScopeAudits.chain(chain, seq, ScopeAudits.audit(row, 5));
                broken |= row.getLong(4) != seq || !Arrays.equals(row.getBytes(9), chain);
            }
            return true;
        }

        private void end() {
            if (scope != null && (broken || seq != audited || !Arrays.equals(chain, last))) {
                wrong++;
            }
        }
    }
}
