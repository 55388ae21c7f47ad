package dev.daybook.internal.forget;

import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.expiry.EndedEntries;
import dev.daybook.internal.ledger.EntryLedger;
import dev.daybook.internal.ledger.EntryLedger.Change;
import dev.daybook.internal.ledger.EntryLedger.EntryWrite;
import dev.daybook.internal.ledger.FactLedger;
import dev.daybook.internal.quarantine.QuarantineStates;
import dev.daybook.internal.quarantine.QuarantineStates.QuarantinedEntry;
import dev.daybook.internal.settings.AccessRules;
import dev.daybook.internal.settings.RefusedTexts;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.QuarantineReceipt;
import dev.daybook.query.Selection;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Puts entries in quarantine and releases them. A quarantine follows the plan of a forget, but keeps the selected
 * entries (decision 41). Thread-safe.
 */
public final class QuarantineWriter {

    private final Store store;
    private final EntryLedger ledger;
    private final FactLedger facts;
    private final ScopeEraser scopeEraser;

    /** @param store the store including quarantined entries */
    public QuarantineWriter(Store store, EntryLedger ledger, FactLedger facts, ScopeEraser scopeEraser) {
        this.store = store;
        this.ledger = ledger;
        this.facts = facts;
        this.scopeEraser = scopeEraser;
    }

    public QuarantineReceipt preview(Scope scope, Selection.Matching selection) {
        ScopeEraser.PlanPair plan = scopeEraser.plan(scope, selection, true, Long.MAX_VALUE);
        return new QuarantineReceipt("", ledger.now(), plan.kept(), plan.lost());
    }

    public QuarantineReceipt put(Scope scope, Selection.Matching selection, AccessRules rules) {
        ScopeEraser.CommittedErasure done = scopeEraser.quarantine(scope, selection, rules);
        return new QuarantineReceipt(
                done.operation(), done.at(), done.plan().kept(), done.plan().lost());
    }

    /** Lists the quarantines of a scope by operation, oldest first. */
    public List<QuarantineReceipt> list(Scope scope) {
        Map<String, List<QuarantinedEntry>> byOperation =
                shown(scope).filter(kept -> !kept.isLink()).collect(Collectors.groupingBy(QuarantinedEntry::operation));
        ZoneId zone = ledger.now().getOffset();
        return byOperation.entrySet().stream()
                .map(each -> receipt(each.getKey(), each.getValue(), zone))
                .sorted(Comparator.comparing(QuarantineReceipt::at).thenComparing(QuarantineReceipt::operation))
                .toList();
    }

    private static QuarantineReceipt receipt(String operation, List<QuarantinedEntry> all, ZoneId zone) {
        QuarantinedEntry first = all.get(0);
        return new QuarantineReceipt(
                operation,
                first.at().atZone(zone).toOffsetDateTime(),
                all.stream().collect(Collectors.groupingBy(kept -> kept.key().kind(), Collectors.counting())),
                Map.of(),
                first.isProposal(),
                // One call with one key proposed all of them.
                first.proposer());
    }

    /** Returns the entries that an operation put in quarantine, in their original form. */
    public Stream<Entry> entries(Scope scope, String operation) {
        return shown(scope)
                .filter(kept -> kept.operation().equals(operation))
                .filter(kept -> !kept.isLink())
                .flatMap(kept ->
                        kept.entry().or(() -> episode(scope, kept.key()).map(EntryCodec::decode)).stream());
    }

    /** Returns references to the entries that an operation put in quarantine, without decoding them. */
    public List<EntryRef> refs(Scope scope, String operation) {
        return shown(scope)
                .filter(kept -> kept.operation().equals(operation))
                .filter(kept -> !kept.isLink())
                .map(kept -> new EntryRef(scope, kept.key().kind(), kept.key().id()))
                .toList();
    }

    /** Streams the entries in quarantine that have not ended. */
    private Stream<QuarantinedEntry> shown(Scope scope) {
        Instant now = ledger.now().toInstant();
        Set<EntryKey> ended = EndedEntries.keys(store, scope, now).collect(Collectors.toSet());
        return QuarantineStates.all(store, scope).filter(kept -> {
            StoredEntry version = kept.version();
            return version == null ? !ended.contains(kept.key()) : !EntryCodec.isExpired(version, now);
        });
    }

    private Stream<QuarantinedEntry> of(Scope scope, String operation) {
        return QuarantineStates.all(store, scope)
                .filter(kept -> kept.operation().equals(operation));
    }

    private Optional<StoredEntry> episode(Scope scope, EntryKey key) {
        return store.get(scope, List.of(key)).stream()
                .filter(QuarantineStates::isIn)
                .findFirst();
    }

    /**
     * Releases the entries of an operation.
     *
     * @param refused reads the forgotten texts of the scope, which no proposal may bring back; called under the locks, and
     *     again for each repetition after a conflict, so that a forget of any process is before or after the release
     * @throws dev.daybook.error.ForgottenTextException if a proposal has one of them; nothing is released then
     */
    public QuarantineReceipt release(Scope scope, String operation, Supplier<RefusedTexts> refused) {
        scopeEraser.resume(scope.space());
        return scopeEraser.underLocks(scope, () -> releaseLocked(scope, operation, refused));
    }

    /**
     * Releases the shared entries first. While the others remain in quarantine, a release that stopped between the two
     * can be repeated. Only the scope whose operation it was has others: the shared entries cite them.
     */
    private QuarantineReceipt releaseLocked(Scope scope, String operation, Supplier<RefusedTexts> refused) {
        Scope shared = ScopeEraser.shared(scope);
        if (!holds(scope, operation)) {
            throw new IllegalArgumentException("operation '" + operation
                    + "' has no entries in quarantine in this scope; give an operation from the quarantine list");
        }
        Map<Kind, Long> counts = new HashMap<>();
        for (Scope each : scope.equals(shared) ? List.of(scope) : List.of(shared, scope)) {
            release(each, of(each, operation).toList(), refused)
                    .forEach((kind, count) -> counts.merge(kind, count, Long::sum));
        }
        return new QuarantineReceipt(operation, ledger.now(), counts, Map.of());
    }

    private Map<Kind, Long> release(Scope scope, List<QuarantinedEntry> all, Supplier<RefusedTexts> refused) {
        if (all.isEmpty()) {
            return Map.of();
        }
        return ledger.change(scope, "release", change -> decide(scope, all, change, refused))
                .answer();
    }

    private Map<Kind, Long> decide(
            Scope scope, List<QuarantinedEntry> all, Change change, Supplier<RefusedTexts> refused) {
        boolean isProposal = all.get(0).isProposal();
        RefusedTexts texts = isProposal ? refused.get() : RefusedTexts.NONE;
        Map<EntryKey, StoredEntry> present = new LinkedHashMap<>();
        store.get(scope, all.stream().map(QuarantinedEntry::key).distinct().toList())
                .forEach(stored -> present.put(stored.key(), stored));
        Map<Kind, Long> counts = new HashMap<>();
        Set<Integer> orders = orders(scope);
        List<EntryWrite> statements = new ArrayList<>();
        for (QuarantinedEntry kept : all) {
            change.state(kept.removal());
            Optional<EntryWrite> entryWrite = released(kept, present.get(kept.key()))
                    .map(each -> each.entry() instanceof Block block
                                    && each.replaces().isEmpty()
                            ? placed(each, block, orders)
                            : each);
            entryWrite.ifPresent(each -> requireRemembered(each.entry(), texts));
            entryWrite.ifPresent(kept.key().kind() == Kind.FACT ? statements::add : change::put);
            if (entryWrite.isPresent() && !kept.isLink()) {
                counts.merge(kept.key().kind(), 1L, Long::sum);
            }
        }
        if (!statements.isEmpty()) {
            facts.restore(change, scope, statements);
        }
        return counts;
    }

    private static void requireRemembered(Entry entry, RefusedTexts texts) {
        RefusedTexts.of(entry).forEach(text -> texts.check(entry.kind().label() + " '" + entry.id() + "'", text));
    }

    /** Returns the orders of the live blocks. */
    private Set<Integer> orders(Scope scope) {
        return ledger.all(scope, EntryScan.of(Kind.BLOCK)).stream()
                .filter(stored -> stored.status().equals(EntryPut.LIVE))
                .map(stored -> ((Block) EntryCodec.decode(stored)).order())
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Returns a block at its own order if that is free, else after the last one. */
    private static EntryWrite placed(EntryWrite entryWrite, Block block, Set<Integer> orders) {
        boolean isFree = orders.add(block.order());
        int last = orders.stream().mapToInt(Integer::intValue).max().orElse(-1);
        Block there = isFree ? block : RemainingEntries.at(block, last + 1);
        orders.add(there.order());
        return new EntryWrite(there, entryWrite.status(), entryWrite.recorded(), entryWrite.replaced());
    }

    private static Optional<EntryWrite> released(QuarantinedEntry kept, @Nullable StoredEntry present) {
        StoredEntry version = kept.version();
        if (version == null) {
            // Keeps the recording time, so the episode appears as if it had never been in quarantine.
            return Optional.ofNullable(present)
                    .filter(QuarantineStates::isIn)
                    .map(there -> new EntryWrite(EntryCodec.decode(there), EntryPut.LIVE, there.recorded(), there));
        }
        Blob left = present == null ? null : present.body();
        boolean isAsLeft = left == null ? kept.since() == null : left.equals(kept.since());
        return isAsLeft
                ? Optional.of(new EntryWrite(EntryCodec.decode(version), version.status(), version.recorded(), present))
                : Optional.empty();
    }

    /** Tests whether entries of an operation are still in quarantine. */
    public boolean holds(Scope scope, String operation) {
        return of(scope, operation).findAny().isPresent();
    }
}
