package dev.daybook.internal.copy;

import dev.daybook.internal.store.PagedReads;
import dev.daybook.internal.store.StateFamilies;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.RowChange;
import dev.daybook.store.ScopeNumbers;
import dev.daybook.store.ScopeRows;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StoredEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Copies one scope, then reads it in both stores and compares. If they differ, because the source was written meanwhile,
 * it copies the changes and compares again. Holds a page of entries at a time.
 */
final class ScopeTransfer {

    /** A batch has one page, or less of large entries. */
    private static final int BATCH_ROWS = PagedReads.SIZE;

    private static final long BATCH_BYTES = 4_000_000;

    /** A scope that is written faster than it is copied is left to the next pass of the whole copy. */
    private static final int ROUNDS = 5;

    private final CopyableStore source;
    private final CopyableStore target;
    private final Scope scope;
    private final CopyListener listener;
    private final Set<EntryKey> damaged = new HashSet<>();
    private final Set<EntryKey> lost = new HashSet<>();
    private final Map<EntryKey, StoredEntry> batch = new LinkedHashMap<>();
    private long batchBytes;
    private long rowsRead;

    /** Versions up to this revision are in the target. */
    private long copied;

    private ScopeNumbers numbers = ScopeNumbers.NONE;

    ScopeTransfer(CopyableStore source, CopyableStore target, Scope scope, CopyListener listener) {
        this.source = source;
        this.target = target;
        this.scope = scope;
        this.listener = listener;
    }

    CopiedScope run() {
        @Nullable ScopeDigest before = null;
        for (int round = 1; ; round++) {
            copyRound();
            ScopeDigest from = ScopeDigest.of(source, scope, lost);
            ScopeDigest to = ScopeDigest.of(target, scope);
            // Unchanged since the last round, and still different: another round would not help.
            if (from.equals(to) || from.equals(before) || round == ROUNDS) {
                return new CopiedScope(scope, from, to, lost);
            }
            before = from;
        }
    }

    private void copyRound() {
        // Read first: what is written from now on has a higher revision and belongs to the next round.
        numbers = source.numbers(scope);
        startAgainAfterErasure();
        damaged.clear();
        lost.clear();
        copyVersions();
        removeLost();
        copySidecars();
        copyStates();
        copyAudits();
        copied = numbers.revision();
    }

    /** Which entries were erased cannot be asked, so the scope is copied again from its beginning. */
    private void startAgainAfterErasure() {
        ScopeNumbers held = target.numbers(scope);
        if (held.revision() > 0 && held.epoch() != numbers.epoch()) {
            CopyMark.eraseAll(target, scope);
            copied = 0;
        }
    }

    private void copyVersions() {
        for (Kind kind : Kind.values()) {
            ScopeDigest.versions(source, scope, kind, damaged::add, this::add);
            writeVersions();
        }
    }

    private void add(StoredEntry version) {
        if (version.contentRevision() <= copied) {
            return;
        }
        // A batch has one version of an entry, so that the target can apply it in any order.
        if (batch.containsKey(version.key()) || batch.size() >= BATCH_ROWS || batchBytes >= BATCH_BYTES) {
            writeVersions();
        }
        batch.put(version.key(), version);
        batchBytes += version.body().size();
    }

    private void writeVersions() {
        if (!batch.isEmpty()) {
            write(List.copyOf(batch.values()), List.of(), List.of(), List.of());
            batch.clear();
            batchBytes = 0;
        }
    }

    /** An older version of an entry must not pass for the current one, which cannot be read. */
    private void removeLost() {
        for (Kind kind : damaged.stream().map(EntryKey::kind).distinct().toList()) {
            EntryScan scan = EntryScan.of(kind);
            PagedReads.<StoredEntry>all(cursor -> source.scan(scope, scan.after(cursor), lost::add))
                    .forEach(unused -> {});
        }
        if (!lost.isEmpty()) {
            EraseRequest request = EraseRequest.of(List.copyOf(lost), List.of());
            target.erase(scope, request, CopyMark.batch(scope, List.of()));
        }
    }

    private void copySidecars() {
        long after = copied;
        boolean more = true;
        while (more) {
            Page<IndexRow> page = source.rows(scope, after, BATCH_ROWS);
            List<IndexRow> rows = page.items();
            // Also without a row: the first batch names the scope and sets its numbers.
            write(List.of(), rows, List.of(), List.of());
            more = page.cursor() != null && !rows.isEmpty();
            after = more ? rows.get(rows.size() - 1).revision() : after;
        }
    }

    /** A change of a state takes no revision, so all states are compared. */
    private void copyStates() {
        Map<String, ScopeState> held = new HashMap<>();
        StateFamilies.all(target, scope, "").forEach(state -> held.put(state.name(), state));
        List<RowChange.Value> changes = new ArrayList<>();
        StateFamilies.all(source, scope, "").forEach(state -> {
            if (!state.equals(held.remove(state.name()))) {
                changes.add(new RowChange.Value(state.name(), state));
                writeStates(changes, BATCH_ROWS);
            }
        });
        held.keySet().forEach(name -> changes.add(new RowChange.Value(name, null)));
        writeStates(changes, 1);
    }

    private void writeStates(List<RowChange.Value> changes, int fewest) {
        if (changes.size() >= fewest) {
            write(List.of(), List.of(), changes, List.of());
            changes.clear();
        }
    }

    /** Audit entries are only appended, so the target holds the first ones of the source. */
    private void copyAudits() {
        long held = PagedReads.<AuditRecord>all(cursor -> target.audits(scope, cursor, PagedReads.SIZE))
                .count();
        List<AuditRecord> missing = new ArrayList<>();
        PagedReads.<AuditRecord>all(cursor -> source.audits(scope, cursor, PagedReads.SIZE))
                .skip(held)
                .forEach(audit -> {
                    missing.add(audit);
                    writeAudits(missing, BATCH_ROWS);
                });
        writeAudits(missing, 1);
    }

    private void writeAudits(List<AuditRecord> missing, int fewest) {
        if (missing.size() >= fewest) {
            write(List.of(), List.of(), List.of(), missing);
            missing.clear();
        }
    }

    private void write(
            List<StoredEntry> versions, List<IndexRow> rows, List<RowChange.Value> states, List<AuditRecord> audits) {
        target.copy(new ScopeRows(scope, CopyMark.operation(), versions, rows, states, audits, numbers));
        rowsRead += versions.size() + rows.size() + states.size() + audits.size();
        listener.progress(scope, rowsRead);
    }
}
