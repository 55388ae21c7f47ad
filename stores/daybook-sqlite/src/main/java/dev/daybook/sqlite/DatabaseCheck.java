package dev.daybook.sqlite;

import dev.daybook.internal.sqlite.database.DamagedLogs;
import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.ErasedKey;
import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.internal.sqlite.table.AuditChain;
import dev.daybook.internal.sqlite.table.CountFaults;
import dev.daybook.internal.sqlite.table.EntryRecord;
import dev.daybook.internal.sqlite.table.EntryRow;
import dev.daybook.internal.sqlite.table.HashFaults;
import dev.daybook.internal.sqlite.table.OldRecords;
import dev.daybook.internal.sqlite.table.RowFaults;
import dev.daybook.internal.sqlite.table.ScopeRecord;
import dev.daybook.internal.sqlite.table.ScopeTable;
import dev.daybook.internal.sqlite.table.StateTable;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks the whole file. Damage found by one check does not stop the others. */
record DatabaseCheck(DatabaseFile file, ErasureScrub scrub, DamagedLogs damagedLogs) {

    private static final String REPAIR = "run `daybook doctor --repair`";
    private static final String RESTORE = "restore a backup; `daybook export` saves what is readable";
    private static final String REPAIR_OR_RESTORE = REPAIR + ", and if that does not help, " + RESTORE;

    private static final long MEGABYTE = 1_000_000;

    /** Below this, a disk fills up before an operator notices. */
    private static final long LITTLE_SPACE = 100 * MEGABYTE;

    /** A check; returns a description of the fault, or null. */
    @FunctionalInterface
    private interface AspectCheck {
        @Nullable
        String wrong(SqlConnection sql) throws SQLException;
    }

    List<Finding> run(SqlConnection sql) throws ErasedKey {
        List<Finding> findings = new ArrayList<>();
        findings.add(check("pages and indexes", DatabaseCheck::pages, REPAIR_OR_RESTORE, sql));
        findings.add(damagedLogs.finding());
        LayoutOneMigration.finding(file.folder()).ifPresent(findings::add);
        findings.add(check(
                "schema",
                SchemaCheck::wrong,
                "the file was changed by another program: restore a backup, or export and import into a new"
                        + " folder",
                sql));
        findings.add(check("entries", DatabaseCheck::entries, REPAIR_OR_RESTORE, sql));
        findings.add(check("states", DatabaseCheck::states, RESTORE, sql));
        findings.add(check("scopes", DatabaseCheck::scopes, REPAIR_OR_RESTORE, sql));
        findings.add(check("counts", DatabaseCheck::counts, REPAIR, sql));
        findings.add(check("index rows", DatabaseCheck::rows, REPAIR, sql));
        findings.add(
                check("audit", AuditChain::verify, "the audit log was tampered with; compare it with a backup", sql));
        findings.add(erasures());
        if (sql.cipher().acceptsOldChecksums()) {
            earlierBuilds(sql).ifPresent(findings::add);
        }
        findings.add(space());
        return findings;
    }

    /** @throws ErasedKey if entries were erased meanwhile; the check is then repeated */
    private static Finding check(String what, AspectCheck check, String remedy, SqlConnection sql) throws ErasedKey {
        @Nullable String wrong;
        try {
            wrong = check.wrong(sql);
        } catch (ErasedKey erased) {
            throw erased;
        } catch (SQLException e) {
            wrong = e.getMessage();
        }
        return wrong == null ? new Finding(Level.OK, what, "", "") : new Finding(Level.FAIL, what, wrong, remedy);
    }

    /** Runs SQLite's own check, which reports tables, indexes and row numbers but no content. */
    static @Nullable String pages(SqlConnection sql) throws SQLException {
        List<String> messages = sql.list("PRAGMA integrity_check(5)", row -> row.getString(1));
        return messages.equals(List.of("ok")) ? null : String.join("; ", messages);
    }

    private static @Nullable String entries(SqlConnection sql) throws SQLException {
        for (String table : List.of("entry", "version")) {
            sql.each("SELECT " + EntryRow.COLUMNS + " FROM " + table, row -> EntryRecord.read(row, sql.cipher()));
        }
        long unknown = sql.number("SELECT count(*) FROM entry WHERE scope NOT IN (SELECT number FROM scope)")
                + sql.number("SELECT count(*) FROM version WHERE place NOT IN (SELECT place FROM entry)");
        if (unknown > 0) {
            return unknown + " entries or versions have no scope or entry";
        }
        long older = sql.number("SELECT count(*) FROM version JOIN entry ON entry.place = version.place"
                + " WHERE version.content_revision >= entry.content_revision");
        if (older > 0) {
            return older + " entries are older than one of their earlier versions";
        }
        int hashes = HashFaults.count(sql);
        return hashes == 0 ? null : hashes + " entries cannot be found by their id or session";
    }

    private static @Nullable String states(SqlConnection sql) throws SQLException {
        StateTable.verify(sql);
        long unknown = sql.number("SELECT count(*) FROM state WHERE scope NOT IN (SELECT number FROM scope)");
        return unknown == 0 ? null : unknown + " states have no scope";
    }

    private static @Nullable String scopes(SqlConnection sql) throws SQLException {
        sql.each("SELECT " + ScopeRecord.COLUMNS + " FROM scope", row -> ScopeRecord.read(row, sql.cipher()));
        ScopeTable.verifyNames(sql);
        KeySlots.verifyUsed(sql);
        return null;
    }

    private static @Nullable String counts(SqlConnection sql) throws SQLException {
        List<Long> wrong = CountFaults.find(sql);
        return wrong.isEmpty() ? null : wrong.size() + " scopes have wrong counts";
    }

    private static @Nullable String rows(SqlConnection sql) throws SQLException {
        int faults = RowFaults.find(sql).size();
        return faults == 0 ? null : faults + " index rows are damaged";
    }

    private Finding erasures() {
        return scrub.pending()
                ? new Finding(
                        Level.WARN,
                        "erased bytes",
                        "the keys of recently forgotten entries are still in the files",
                        "they are destroyed as soon as their file can be written; `daybook verify-erasure` waits for it")
                : new Finding(Level.OK, "erased bytes", "their keys are destroyed", "");
    }

    private static Optional<Finding> earlierBuilds(SqlConnection sql) {
        try {
            long old = OldRecords.count(sql);
            return old == 0
                    ? Optional.empty()
                    : Optional.of(new Finding(
                            Level.WARN,
                            "earlier builds",
                            old + " records of earlier builds remain, which are not authenticated",
                            "they are moved in the background while the store is open, except damaged ones: "
                                    + REPAIR_OR_RESTORE));
        } catch (SQLException e) {
            return Optional.of(
                    new Finding(Level.FAIL, "earlier builds", String.valueOf(e.getMessage()), REPAIR_OR_RESTORE));
        }
    }

    private Finding space() {
        try {
            long size = size(file.path());
            long log = size(file.path().resolveSibling(DatabaseFile.NAME + "-wal"));
            long free = Files.getFileStore(file.path()).getUsableSpace();
            String detail = "the file has " + megabytes(size) + ", its log " + megabytes(log) + ", the disk "
                    + megabytes(free) + " free";
            return free < LITTLE_SPACE + size
                    ? new Finding(Level.WARN, "disk", detail, "free space: a backup needs as much as the file")
                    : new Finding(Level.OK, "disk", detail, "");
        } catch (IOException e) {
            return new Finding(Level.WARN, "disk", "its free space is not known (" + e + ")", "");
        }
    }

    private static long size(Path path) throws IOException {
        return Files.exists(path) ? Files.size(path) : 0;
    }

    private static String megabytes(long bytes) {
        return (bytes + MEGABYTE - 1) / MEGABYTE + " MB";
    }
}
