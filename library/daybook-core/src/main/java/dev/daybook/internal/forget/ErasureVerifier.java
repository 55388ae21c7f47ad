package dev.daybook.internal.forget;

import dev.daybook.internal.audit.AuditDetail;
import dev.daybook.internal.audit.AuditDetail.HashedId;
import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.HealthReport;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.Blob;
import dev.daybook.store.ScopeHead;
import dev.daybook.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Proves that forgotten entries are gone, without knowing their content. The proof has three parts:
 *
 * <ol>
 *   <li>the bytes of every erasure have left the files;
 *   <li>the audit chain is intact, as checked by the store;
 *   <li>no id in the audit entry of a forget is the id of an entry of that scope now, unless a later audit entry
 *       records a new write.
 * </ol>
 *
 * <p>The third part compares keyed hashes: an audit entry holds the hash of each forgotten id, and the check hashes the
 * ids of all present entries with the same key. A forget of a whole scope erases the key, so its ids cannot be
 * compared; neither can the ids after the first in an audit entry of many. The result counts both. Not thread-safe.
 */
public final class ErasureVerifier {

    private final Store store;
    private long forgets;
    private long wholeScopes;
    private long named;
    private long unnamed;
    private long present;

    public ErasureVerifier(Store store) {
        this.store = store;
    }

    /** Waits for the bytes at most for the given time, then runs all parts. */
    public HealthReport run(Duration patience) {
        List<Finding> findings = new ArrayList<>();
        findings.add(bytes(store.bytes(ErasureReceipt.ALL, patience)));
        findings.addAll(store.check(false).findings());
        PagedReads.all(cursor -> store.spaces(cursor, PagedReads.SIZE))
                .flatMap(space -> PagedReads.all(cursor -> store.heads(space, cursor, PagedReads.SIZE)))
                .map(ScopeHead::scope)
                .forEach(this::look);
        findings.add(ids());
        return new HealthReport(findings);
    }

    private static Finding bytes(ErasureReceipt.Bytes bytes) {
        return switch (bytes) {
            case GONE -> new Finding(Level.OK, "erasures", "the bytes of every erasure are gone", "");
            case PENDING ->
                new Finding(
                        Level.FAIL,
                        "erasures",
                        "bytes of an erasure are still in the files",
                        "wait longer; if they remain, close long-running readers of the files or free disk space");
            case KEPT ->
                new Finding(
                        Level.FAIL,
                        "erasures",
                        "this store cannot erase bytes: forgotten entries are in no view, but may remain in its files",
                        "remove them from the server as the page of the store says, or use a store that erases bytes");
        };
    }

    private Finding ids() {
        String detail = forgets + " forgets on record of scopes in use, " + named + " ids by keyed hash, " + present
                + " of them are entries";
        if (wholeScopes > 0) {
            detail += "; " + wholeScopes
                    + " of a whole scope, whose keys were erased with the scope, so their ids cannot be compared";
        }
        if (unnamed > 0) {
            detail += "; " + unnamed + " ids cannot be compared, because an audit entry lists only its first ids";
        }
        return present == 0
                ? new Finding(Level.OK, "forgotten ids", detail, "")
                : new Finding(
                        Level.FAIL,
                        "forgotten ids",
                        detail,
                        "find the writer that restored them, then forget them again");
    }

    private void look(Scope scope) {
        ErasedIds forgotten = forgotten(scope);
        forgets += forgotten.forgets;
        wholeScopes += forgotten.wholeScopes;
        named += forgotten.ids.size();
        unnamed += forgotten.unnamed;
        List<String> reused = reused(scope, forgotten);
        if (!reused.isEmpty()) {
            // A new write during the check has its audit entry by now.
            ErasedIds now = forgotten(scope);
            present += reused.stream().filter(now.ids::containsKey).count();
        }
    }

    private ErasedIds forgotten(Scope scope) {
        ErasedIds forgotten = new ErasedIds();
        PagedReads.all(cursor -> store.audits(scope, cursor, PagedReads.SIZE)).forEach(forgotten::add);
        return forgotten;
    }

    /** Returns the hashes of forgotten ids that are ids of entries again. */
    private List<String> reused(Scope scope, ErasedIds forgotten) {
        Optional<Blob> key = forgotten.ids.isEmpty() ? Optional.empty() : AuditTrail.storedKey(store, scope);
        return key.map(present -> PagedReads.rows(store, scope, 0)
                        .filter(row -> forgotten.has(
                                row.key().kind(),
                                AuditTrail.digest(present, row.key().id())))
                        .map(row -> AuditTrail.digest(present, row.key().id()))
                        .toList())
                .orElse(List.of());
    }

    /** The forgotten ids of one scope, from its audit entries in order. */
    private static final class ErasedIds {

        /** Maps the hash of each id to the kinds erased under it; ids are unique within a kind only. */
        private final Map<String, Set<Kind>> ids = new HashMap<>();

        private long forgets;
        private long wholeScopes;
        private long unnamed;

        void add(AuditRecord audit) {
            AuditDetail detail = AuditDetail.read(audit.detail());
            if (!audit.action().startsWith(AuditEntry.FORGET)) {
                // An audit entry of a new write makes the id legitimate again.
                detail.ids().forEach(id -> ids.remove(id.digest()));
                if (detail.count() > detail.ids().size()) {
                    unnamed += ids.size();
                    ids.clear();
                }
                return;
            }
            forgets++;
            if (audit.action().equals(AuditTrail.FORGET_EVERYTHING)) {
                wholeScopes++;
                ids.clear();
                return;
            }
            unnamed += detail.count() - detail.ids().size();
            for (HashedId id : detail.ids()) {
                if (id.kind() == null) {
                    unnamed++;
                } else {
                    ids.computeIfAbsent(id.digest(), first -> EnumSet.noneOf(Kind.class))
                            .add(id.kind());
                }
            }
        }

        boolean has(Kind kind, String digest) {
            return ids.getOrDefault(digest, Set.of()).contains(kind);
        }
    }
}
