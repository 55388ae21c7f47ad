package dev.daybook.internal.feed;

import dev.daybook.error.ConflictException;
import dev.daybook.internal.audit.AuditDetail;
import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.internal.codec.DamageTolerantReader;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.commit.ConflictRetry;
import dev.daybook.internal.feed.NumberedAudits.NumberedAudit;
import dev.daybook.internal.ledger.BlockLedger;
import dev.daybook.internal.ledger.EntryLedger;
import dev.daybook.internal.quarantine.QuarantineStates;
import dev.daybook.internal.quarantine.QuarantineStates.QuarantinedEntry;
import dev.daybook.model.Scope;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.ChangePage;
import dev.daybook.outcome.MemoryChange;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the changes of a scope. Nothing is written for it: what was written is in the index rows, which a store keeps in
 * the order of revisions, and what was erased is in the audit log. A page is read between two erasures, so that its
 * entries are those after the erasures that it reports first, and none of it is of an erased entry. Thread-safe.
 */
public final class ChangeFeed {

    public static final int MAX_LIMIT = 1_000;

    private static final int ROWS = 500;

    /** The statuses of entries that no list shows. */
    private static final Set<String> HIDDEN =
            Set.of(EntryLedger.WITHDRAWN, EntryLedger.STATED, BlockLedger.REMOVED, QuarantineStates.STATUS);

    private final Store store;
    private final NumberedAudits audits;

    /** @param store the store without the entries in quarantine */
    public ChangeFeed(Store store) {
        this.store = store;
        this.audits = new NumberedAudits(store);
    }

    /** Returns a cursor before all erasures of a scope; that of the beginning is after them. */
    public static String beforeErasures(Scope scope) {
        return new ChangeCursor(0, 0, 0, 0, 0, 0).text(scope);
    }

    /**
     * Reads a page.
     *
     * @param since the cursor of an earlier page; null: from the beginning
     */
    public ChangePage read(Scope scope, @Nullable String since, int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit is " + limit + "; use 1 to " + MAX_LIMIT);
        }
        ChangeCursor given = since == null ? null : ChangeCursor.read(scope, since);
        ConflictRetry retry = new ConflictRetry(store.guarantees().isShared());
        while (true) {
            Head head = store.head(scope);
            ChangeCursor from = given == null ? beginning(scope, head) : given.requireReached(head);
            ChangePage page = page(scope, from, head.epoch(), limit);
            if (store.head(scope).epoch() == head.epoch()) {
                return page;
            }
            retry.next(new ConflictException("entries of the scope are being erased; read the changes again"));
        }
    }

    /** Past erasures are none of what a reader from the beginning has. */
    private ChangeCursor beginning(Scope scope, Head head) {
        return new ChangeCursor(0, 0, 0, 0, head.epoch(), head.epoch() == 0 ? 0 : audits.count(scope));
    }

    private ChangePage page(Scope scope, ChangeCursor from, long epoch, int limit) {
        List<MemoryChange> changes = new ArrayList<>();
        ChangeCursor searched = from.epoch() == epoch ? from : erasures(scope, from, epoch, limit, changes);
        if (searched.epoch() != epoch) {
            return new ChangePage(changes, searched.text(scope), true);
        }
        RowPage rows = rows(scope, searched, limit - changes.size());
        changes.addAll(written(scope, rows.found(), row -> rows.at(searched, row)));
        return new ChangePage(changes, rows.next(searched).text(scope), !rows.isEnd());
    }

    /** Adds the erasures after a place, and returns the place after them: of the given epoch if they are all there. */
    private ChangeCursor erasures(Scope scope, ChangeCursor from, long epoch, int limit, List<MemoryChange> changes) {
        long number = 0;
        for (Iterator<NumberedAudit> all = audits.from(scope, from.audits()).iterator(); all.hasNext(); ) {
            NumberedAudit next = all.next();
            AuditRecord audit = next.audit();
            number = next.number();
            if (number <= from.audits() || !isErasure(audit)) {
                continue;
            }
            if (changes.size() == limit) {
                return from.searched(number - 1, from.epoch());
            }
            changes.add(erased(audit, from.searched(number, from.epoch()).text(scope)));
        }
        if (number < from.audits()) {
            throw ChangeCursor.ahead();
        }
        return from.searched(number, epoch);
    }

    private static boolean isErasure(AuditRecord audit) {
        return audit.action().startsWith(AuditEntry.FORGET) || audit.action().equals(AuditEntry.QUARANTINE);
    }

    private static MemoryChange erased(AuditRecord audit, String cursor) {
        AuditDetail detail = AuditDetail.read(audit.detail());
        return new MemoryChange.Erased(
                cursor,
                audit.operation(),
                audit.action(),
                audit.at().atOffset(ZoneOffset.UTC),
                detail.kinds(),
                audit.action().equals(AuditTrail.FORGET_EVERYTHING),
                detail.ids().stream()
                        .map(id -> new MemoryChange.ErasedId(id.kind(), id.digest()))
                        .toList());
    }

    /**
     * The rows of a page in the order of their contents.
     *
     * @param last the revision up to which rows were read
     * @param isEnd whether there was none after it
     */
    private record RowPage(List<IndexRow> found, long last, boolean isEnd) {

        ChangeCursor next(ChangeCursor from) {
            return from.after(last, isEnd);
        }

        ChangeCursor at(ChangeCursor from, IndexRow row) {
            boolean isLast = row == found.get(found.size() - 1);
            return isLast ? next(from) : from.within(last, row.contentRevision());
        }
    }

    private RowPage rows(Scope scope, ChangeCursor from, int limit) {
        List<IndexRow> found = new ArrayList<>();
        long last = from.revision();
        int passed = 0;
        while (true) {
            // One more shows whether there is an end. Behind rows that were reported before, ever more are read at
            // once.
            Page<IndexRow> page = store.rows(scope, last, Math.min(ROWS, limit + 1 - found.size() + passed));
            for (IndexRow row : page.items()) {
                if (from.precedes(row)) {
                    if (found.size() == limit) {
                        return sorted(found, last, false);
                    }
                    found.add(row);
                } else {
                    passed++;
                }
                last = row.revision();
            }
            if (page.cursor() == null) {
                return sorted(found, last, true);
            }
        }
    }

    private static RowPage sorted(List<IndexRow> found, long last, boolean isEnd) {
        found.sort(Comparator.comparingLong(IndexRow::contentRevision));
        return new RowPage(found, last, isEnd);
    }

    private List<MemoryChange> written(Scope scope, List<IndexRow> rows, Function<IndexRow, ChangeCursor> place) {
        List<EntryKey> shown = rows.stream()
                .filter(row -> !HIDDEN.contains(row.status()))
                .map(IndexRow::key)
                .toList();
        Map<EntryKey, StoredEntry> entries =
                DamageTolerantReader.get(store, scope, shown, (damaged, failure) -> {}).stream()
                        .collect(Collectors.toMap(StoredEntry::key, Function.identity()));
        Optional<Blob> key = shown.isEmpty() ? Optional.empty() : AuditTrail.storedKey(store, scope);
        Set<EntryKey> unshown = unshown(scope, rows);
        List<MemoryChange> changes = new ArrayList<>();
        for (IndexRow row : rows) {
            String cursor = place.apply(row).text(scope);
            StoredEntry stored = entries.get(row.key());
            if (HIDDEN.contains(stored == null ? row.status() : stored.status())) {
                // No reader was ever told of a proposal, so none has to drop it.
                if (unshown.contains(row.key())) {
                    continue;
                }
                changes.add(new MemoryChange.Hidden(
                        cursor, row.key().kind(), row.key().id(), row.contentRevision()));
            } else if (stored != null) {
                String idHash = key.map(
                                present -> AuditTrail.digest(present, row.key().id()))
                        .orElse("");
                changes.add(new MemoryChange.Written(cursor, idHash, EntryCodec.decode(stored)));
            }
        }
        return changes;
    }

    /**
     * Returns the proposals among some rows that were not shown when the rows were read. The states are read after the rows,
     * so none is missing for a row. One that was released since has none, but is there: its later row tells of it.
     */
    private Set<EntryKey> unshown(Scope scope, List<IndexRow> rows) {
        Set<EntryKey> hidden = rows.stream()
                .filter(QuarantineStates::mayBeProposal)
                .map(IndexRow::key)
                .collect(Collectors.toSet());
        if (hidden.isEmpty()) {
            return hidden;
        }
        Set<EntryKey> waiting = QuarantineStates.proposals(store, scope, QuarantineStates.PROPOSED_ID)
                // One that was taken over was shown, whatever hides it now.
                .filter(kept -> kept.version() == null)
                .map(QuarantinedEntry::key)
                .filter(hidden::contains)
                .collect(Collectors.toCollection(HashSet::new));
        hidden.removeAll(waiting);
        DamageTolerantReader.get(store, scope, hidden, (damaged, failure) -> {})
                .forEach(released -> waiting.add(released.key()));
        return waiting;
    }
}
