package dev.daybook.internal.encryption;

import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.HealthReport;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.EntryScan;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StoredEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads all records of an encrypted database and verifies that each is authentic. */
final class RecordCheck {

    /** The damaged records that a finding names. */
    private static final int NAMED = 10;

    /** Bodies are read whole. */
    private static final int PAGE = 100;

    private final CopyableStore rows;
    private final byte[] dataKey;
    private final ScopeNames scopeNames;
    private final List<String> damaged = new ArrayList<>();
    private long faults;
    private long sidecars;

    RecordCheck(CopyableStore rows, byte[] dataKey, ScopeNames scopeNames) {
        this.rows = rows;
        this.dataKey = dataKey;
        this.scopeNames = scopeNames;
    }

    List<Finding> findings() {
        PagedReads.<Scope>all(cursor -> rows.scopes(cursor, PagedReads.SIZE))
                .filter(scope -> !scope.equals(DatabaseKey.PLACE))
                .forEach(this::scope);
        List<Finding> findings = new ArrayList<>();
        findings.add(
                faults == 0
                        ? new Finding(HealthReport.Level.OK, "encrypted records", "all are authentic", "")
                        : new Finding(
                                HealthReport.Level.FAIL,
                                "encrypted records",
                                faults + " were edited, moved or cut, or are in clear: " + String.join(", ", damaged),
                                "restore a backup, or delete these rows from the tables; until then unreadable scopes and index"
                                        + " rows are left out, so that `daybook export` saves the others"));
        if (sidecars > 0) {
            findings.add(new Finding(
                    HealthReport.Level.WARN,
                    "sidecars",
                    sidecars + " are damaged",
                    "run `daybook rebuild`, which derives them again"));
        }
        return findings;
    }

    private void scope(Scope sealed) {
        Scope scope;
        try {
            scope = scopeNames.open(sealed);
        } catch (DamagedRecordException e) {
            fault("the name of a scope of the space " + sealed.space().id());
            return;
        }
        ScopeCipher cipher = new ScopeCipher(dataKey, scope);
        String place = " of the space " + scope.space().id();
        for (Kind kind : Kind.values()) {
            EntryScan scan = new EntryScan(
                    Set.of(kind),
                    null,
                    null,
                    null,
                    Set.of(),
                    EntryScan.Versions.ALL,
                    EntryScan.Order.OLDEST_POSITION,
                    null,
                    PAGE);
            PagedReads.<StoredEntry>all(cursor -> rows.scan(sealed, scan.after(cursor)))
                    .forEach(entry -> verify(
                            () -> cipher.open(entry), kind.label() + " at position " + entry.position() + place));
        }
        PagedReads.rows(rows, sealed, 0)
                .forEach(row -> verify(
                        () -> cipher.open(row, name -> sidecars++),
                        "index row of a " + row.key().kind().label() + " at position " + row.position() + place));
        PagedReads.<ScopeState>all(cursor -> rows.states(sealed, "", cursor, PAGE))
                .forEach(state -> verify(() -> cipher.open(state), "a state" + place));
    }

    private void verify(Runnable open, String what) {
        try {
            open.run();
        } catch (DamagedRecordException e) {
            fault(what);
        }
    }

    private void fault(String what) {
        faults++;
        if (damaged.size() < NAMED) {
            damaged.add(what);
        }
    }
}
