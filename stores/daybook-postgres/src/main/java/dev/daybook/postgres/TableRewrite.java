package dev.daybook.postgres;

import dev.daybook.error.StoreException;
import dev.daybook.outcome.HealthReport;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.postgresql.util.ServerErrorMessage;

/**
 * Rewrites the tables with content without their deleted rows, and lets the server drop the write-ahead log before that.
 * It reports bytes that remain. Each statement is a transaction of its own, as {@code VACUUM} demands.
 */
final class TableRewrite {

    /** The tables with texts, ids or names. An audit entry or a result of an operation has none. */
    private static final List<String> TABLES =
            List.of("daybook_entry", "daybook_version", "daybook_state", "daybook_scope");

    /** In the languages of the server, too, the detail begins with this number. */
    private static final Pattern FIRST_NUMBER = Pattern.compile("\\d+");

    private TableRewrite() {}

    static HealthReport run(SqlSession sql) throws SQLException {
        sql.waitForLongStatements();
        long left = 0;
        for (String table : TABLES) {
            left += rewrite(sql, table);
        }
        return new HealthReport(List.of(tables(left), log(sql)));
    }

    /**
     * Rewrites a table and its indexes into new files. The server does so for the owner only, and otherwise warns.
     *
     * @return the number of deleted or replaced rows that it had to keep
     */
    private static long rewrite(SqlSession sql, String table) throws SQLException {
        List<ServerErrorMessage> notices = sql.notices("VACUUM (FULL, VERBOSE) " + table);
        return notices.stream()
                .flatMap(notice -> Stream.ofNullable(notice.getDetail()))
                .flatMap(detail -> FIRST_NUMBER.matcher(detail).results().limit(1))
                .map(MatchResult::group)
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow(() -> new StoreException("the table " + table + " was not rewritten "
                        + notices.stream().map(ServerErrorMessage::getMessage).toList()
                        + "; use a connection of the owner of the tables"));
    }

    private static Finding tables(long left) {
        return left == 0
                ? new Finding(Level.OK, "tables", "the files of the tables have no erased row", "")
                : new Finding(
                        Level.WARN,
                        "tables",
                        "the files of the tables keep " + left + " erased or replaced rows for an older transaction",
                        "end it (backend_xmin of pg_stat_activity and pg_replication_slots, pg_prepared_xacts), then"
                                + " repeat the call");
    }

    private static Finding log(SqlSession sql) throws SQLException {
        try {
            sql.list("SELECT pg_switch_wal()", row -> true);
            sql.execute("CHECKPOINT");
        } catch (SQLException failure) {
            if (!PostgresFailures.isMissingRight(failure)) {
                throw failure;
            }
            return new Finding(
                    Level.WARN,
                    "write-ahead log",
                    "it may contain erased rows: the user may not call pg_switch_wal and CHECKPOINT",
                    "grant the user both, or call them as an administrator");
        }
        boolean recycles = sql.only("SELECT current_setting('wal_recycle') = 'on'", row -> row.getBoolean(1));
        return recycles
                ? new Finding(
                        Level.WARN,
                        "write-ahead log",
                        "its segments may contain erased rows until the server writes over them",
                        "set wal_recycle to off, and repeat the call")
                : new Finding(
                        Level.OK,
                        "write-ahead log",
                        "the segments with erased rows are removed, unless a standby, a slot or the archive needs them",
                        "");
    }
}
