package dev.daybook.forget;

import dev.daybook.data.Erasure;
import dev.daybook.data.Kind;
import dev.daybook.data.Recorded;
import dev.daybook.data.Scope;
import dev.daybook.remember.AuditDetail;
import dev.daybook.remember.AuditDetail.Named;
import dev.daybook.remember.AuditTrail;
import dev.daybook.spi.Audit;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Health;
import dev.daybook.spi.Health.Finding;
import dev.daybook.spi.Health.Level;
import dev.daybook.spi.Pages;
import dev.daybook.spi.ScopeHead;
import dev.daybook.spi.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Shows of everything that was forgotten that it is gone, as far as that can be shown without knowing it: the bytes of every
 * erasure have left the files, nobody has changed the records, and no id that the record of a forget names by its keyed
 * hash is an entry of that scope again, unless a later record says that it was written anew. Not thread-safe.
 */
public final class ErasureCheck {

    private final Store store;
    private long forgets;
    private long wholeScopes;
    private long named;
    private long untold;
    private long here;

    public ErasureCheck(Store store) {
        this.store = store;
    }

    /** Waits for the bytes for at most some time, then looks. */
    public Health run(Duration patience) {
        List<Finding> findings = new ArrayList<>();
        findings.add(bytes(store.bytes(Erasure.ALL, patience)));
        findings.addAll(store.check(false).findings());
        Pages.all(cursor -> store.spaces(cursor, Pages.SIZE))
                .flatMap(space -> Pages.all(cursor -> store.heads(space, cursor, Pages.SIZE)))
                .map(ScopeHead::scope)
                .forEach(this::look);
        findings.add(ids());
        return new Health(findings);
    }

    private static Finding bytes(Erasure.Bytes bytes) {
        return switch (bytes) {
            case GONE -> new Finding(Level.OK, "erasures", "the bytes of every erasure are gone", "");
            case PENDING ->
                new Finding(
                        Level.FAIL,
                        "erasures",
                        "bytes of an erasure are still in the files",
                        "wait longer; if it stays so, end what reads the files, or make room on the disk");
            case KEPT ->
                new Finding(
                        Level.FAIL,
                        "erasures",
                        "this store cannot erase bytes: what was forgotten is in no view, but may stand in its files",
                        "keep the memory in a store that can");
        };
    }

    private Finding ids() {
        String detail = forgets + " forgets on record of scopes in use, " + named + " ids by their keyed hashes, "
                + here + " of them are entries";
        if (wholeScopes > 0) {
            detail += "; " + wholeScopes + " were of a whole scope, and took the key of its ids with them";
        }
        if (untold > 0) {
            detail += "; " + untold + " ids cannot be told, because a record of many names the first only";
        }
        return here == 0
                ? new Finding(Level.OK, "forgotten ids", detail, "")
                : new Finding(
                        Level.FAIL, "forgotten ids", detail, "find out who put them back; then forget them again");
    }

    private void look(Scope scope) {
        Forgotten forgotten = forgotten(scope);
        forgets += forgotten.forgets;
        wholeScopes += forgotten.wholeScopes;
        named += forgotten.ids.size();
        untold += forgotten.untold;
        List<String> back = back(scope, forgotten);
        if (!back.isEmpty()) {
            // What was written anew while this looked is on record by now.
            Forgotten now = forgotten(scope);
            here += back.stream().filter(now.ids::containsKey).count();
        }
    }

    private Forgotten forgotten(Scope scope) {
        Forgotten forgotten = new Forgotten();
        Pages.all(cursor -> store.audits(scope, cursor, Pages.SIZE)).forEach(forgotten::take);
        return forgotten;
    }

    /** The hashes that are those of entries. */
    private List<String> back(Scope scope, Forgotten forgotten) {
        Optional<Blob> key = forgotten.ids.isEmpty() ? Optional.empty() : AuditTrail.storedKey(store, scope);
        return key.map(present -> Pages.rows(store, scope, 0)
                        .filter(row -> forgotten.has(
                                row.key().kind(),
                                AuditTrail.digest(present, row.key().id())))
                        .map(row -> AuditTrail.digest(present, row.key().id()))
                        .toList())
                .orElse(List.of());
    }

    /** What the records of one scope, read in order, say to be gone. */
    private static final class Forgotten {

        /** The hash of each id, with the kinds of what went by it: an id is one of a kind only. */
        private final Map<String, Set<Kind>> ids = new HashMap<>();

        private long forgets;
        private long wholeScopes;
        private long untold;

        void take(Audit audit) {
            AuditDetail detail = AuditDetail.read(audit.detail());
            if (!audit.action().startsWith(Recorded.FORGET)) {
                // What is written under an id again is there by right.
                detail.ids().forEach(id -> ids.remove(id.digest()));
                if (detail.count() > detail.ids().size()) {
                    untold += ids.size();
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
            untold += detail.count() - detail.ids().size();
            for (Named id : detail.ids()) {
                if (id.kind() == null) {
                    untold++;
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
