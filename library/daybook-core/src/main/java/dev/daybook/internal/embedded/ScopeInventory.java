package dev.daybook.internal.embedded;

import dev.daybook.error.StoreException;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.codec.EpisodeCodec;
import dev.daybook.internal.expiry.EndFilterStore;
import dev.daybook.internal.heap.ReadBudget;
import dev.daybook.internal.ledger.BlockLedger;
import dev.daybook.internal.ledger.EntryLedger;
import dev.daybook.internal.ledger.FactLedger;
import dev.daybook.internal.ledger.SourceOrder;
import dev.daybook.internal.quarantine.QuarantineStates;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.Profile;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.query.FactQuery;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Head;
import dev.daybook.store.StoredEntry;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the contents of one scope: single entries, the profile, and the export. Writes nothing. */
final class ScopeInventory {

    /** The maximum number of damaged entries that a message names; it counts the others. */
    private static final int MAX_NAMED = 10;

    private static final Set<Kind> DERIVED = Set.of(Kind.FACT, Kind.NOTE, Kind.SUMMARY);
    private static final Set<String> NOT_SHOWN = Set.of(EntryLedger.WITHDRAWN, EntryLedger.STATED);
    private static final int RECENT_SESSIONS = 10;
    private static final int SAMPLE_FACTS = 10;

    private final Scope scope;
    private final EndFilterStore store;
    private final BlockLedger blocks;
    private final FactLedger facts;
    private final SessionList sessions;

    /** @param store the store without the entries in quarantine and those that have ended */
    ScopeInventory(Scope scope, EndFilterStore store, BlockLedger blocks, FactLedger facts, SessionList sessions) {
        this.scope = scope;
        this.store = store;
        this.blocks = blocks;
        this.facts = facts;
        this.sessions = sessions;
    }

    List<SessionInfo> sessions() {
        return sessions.all();
    }

    Optional<Entry> entry(Kind kind, String id) {
        if (kind == Kind.BLOCK) {
            return blocks.find(scope, id).map(Entry.class::cast);
        }
        return store.get(scope, List.of(new EntryKey(kind, id))).stream()
                .filter(ScopeInventory::isVisible)
                .map(EntryCodec::decode)
                .findFirst();
    }

    /** Returns all versions of an episode, oldest first. */
    List<Episode> history(String id) {
        EntryScan all = EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL);
        return store.get(scope, List.of(new EntryKey(Kind.EPISODE, id))).stream()
                .map(current -> all.positions(current.position(), current.position()))
                .flatMap(versions -> PagedReads.all(cursor -> store.scan(scope, versions.after(cursor))))
                .sorted(Comparator.comparingLong(StoredEntry::contentRevision))
                .map(EpisodeCodec::decode)
                .toList();
    }

    private Head head() {
        return store.head(scope);
    }

    private List<Block> blocks() {
        return blocks.list(scope, EntryScan.Versions.CURRENT);
    }

    Profile profile() {
        List<Fact> sample = facts.list(scope, FactQuery.all().limit(SAMPLE_FACTS));
        Map<Kind, Long> counts = counts();
        List<SessionInfo> all = sessions();
        return new Profile(
                scope,
                counts,
                all.size(),
                firstIn(EntryScan.Order.OLDEST_TIME),
                firstIn(EntryScan.Order.NEWEST_TIME),
                all.stream().limit(RECENT_SESSIONS).toList(),
                sample);
    }

    /**
     * Counts the visible entries by kind. The store also counts removed and withdrawn entries, which it keeps for their
     * history, repetitions of facts, entries in quarantine, and those that have ended.
     */
    private Map<Kind, Long> counts() {
        Map<Kind, Long> counts = new HashMap<>(head().counts());
        counts.computeIfPresent(Kind.BLOCK, (kind, all) -> {
            long blocks = blocks().size();
            return blocks == 0 ? null : blocks;
        });
        long hidden = QuarantineStates.episodes(store, scope).size();
        counts.computeIfPresent(Kind.EPISODE, (kind, all) -> all == hidden ? null : all - hidden);
        store.ended(scope)
                .filter(key -> key.kind() != Kind.BLOCK)
                .forEach(key -> counts.computeIfPresent(key.kind(), (kind, all) -> all == 1 ? null : all - 1));
        EntryScan unseen = new EntryScan(
                DERIVED,
                null,
                null,
                null,
                NOT_SHOWN,
                EntryScan.Versions.CURRENT,
                EntryScan.Order.OLDEST_TIME,
                null,
                PagedReads.SIZE);
        PagedReads.all(cursor -> store.scan(scope, unseen.after(cursor)))
                .forEach(stored ->
                        counts.computeIfPresent(stored.key().kind(), (kind, all) -> all == 1 ? null : all - 1));
        return counts;
    }

    private @Nullable OffsetDateTime firstIn(EntryScan.Order order) {
        return store.scan(scope, EntryScan.of(Kind.EPISODE).order(order).limit(1)).items().stream()
                .map(EpisodeCodec::decode)
                .map(Episode::occurredAt)
                .findFirst()
                .orElse(null);
    }

    /** Streams the entries that have ended and are not erased yet. */
    Stream<Entry> ended() {
        return store.endedEntries(scope, key -> true).map(EntryCodec::decode);
    }

    Stream<Entry> export() {
        List<EntryKey> damaged = new ArrayList<>();
        return Stream.concat(export(damaged::add), lazily(() -> {
            requireNone(damaged);
            return Stream.empty();
        }));
    }

    /** Fails if entries are damaged; called at the end of the stream, after all other entries. */
    private static void requireNone(List<EntryKey> damaged) {
        if (!damaged.isEmpty()) {
            throw new StoreException("the export leaves out damaged entries: "
                    + damaged.stream()
                            .distinct()
                            .limit(MAX_NAMED)
                            .map(key -> key.kind().label() + " '" + key.id() + "'")
                            .collect(Collectors.joining(", "))
                    + (damaged.size() > MAX_NAMED ? " and " + (damaged.size() - MAX_NAMED) + " more" : "")
                    + "; all other entries are in it. Run `daybook doctor`, or restore a backup");
        }
    }

    /** Returns the facts that have not ended. What a fact that has ended had ended holds again: nothing there erases it. */
    private List<Fact> facts(Consumer<EntryKey> damaged) {
        if (!head().counts().containsKey(Kind.FACT)) {
            return List.of();
        }
        // In this order, so that a fact that ends meanwhile is in one of the two.
        List<StoredEntry> all =
                new ArrayList<>(pages(EntryScan.of(Kind.FACT), damaged).toList());
        long taken = ReadBudget.taken();
        List<StoredEntry> ended =
                store.endedEntries(scope, key -> key.kind() == Kind.FACT).toList();
        // The ledger takes again for what it keeps.
        ReadBudget.giveBack(ReadBudget.taken() - taken);
        all.addAll(ended);
        Set<String> ids = ended.stream().map(stored -> stored.key().id()).collect(Collectors.toSet());
        return FactLedger.exported(all.stream(), new SourceOrder(store, scope), ids);
    }

    private Stream<Entry> export(Consumer<EntryKey> damaged) {
        Stream<Entry> facts = lazily(() -> facts(damaged).stream().sorted(FactLedger.OLDEST_FIRST));
        Stream<Entry> blocks =
                lazily(() -> head().counts().containsKey(Kind.BLOCK) ? blocks().stream() : Stream.empty());
        Stream<Entry> ledger = Stream.concat(
                blocks,
                Stream.concat(read(EntryScan.of(Kind.NOTE), damaged), read(EntryScan.of(Kind.SUMMARY), damaged)));
        EntryScan episodes = EntryScan.of(Kind.EPISODE).order(EntryScan.Order.OLDEST_TIME);
        return Stream.concat(read(episodes, damaged), Stream.concat(facts, ledger));
    }

    private Stream<Entry> read(EntryScan scan, Consumer<EntryKey> damaged) {
        return pages(scan, damaged).filter(ScopeInventory::isVisible).map(EntryCodec::decode);
    }

    private Stream<StoredEntry> pages(EntryScan scan, Consumer<EntryKey> damaged) {
        if (Collections.disjoint(scan.kinds(), head().counts().keySet())) {
            return Stream.empty();
        }
        EntryScan pages = scan.limit(PagedReads.SIZE);
        return PagedReads.all(cursor -> store.scan(scope, pages.after(cursor), damaged));
    }

    /** Returns whether an entry is visible; withdrawn entries and repetitions of facts are not. */
    private static boolean isVisible(StoredEntry stored) {
        return !NOT_SHOWN.contains(stored.status());
    }

    /** Defers the reading of sorted entries until the stream reaches them. */
    private static Stream<Entry> lazily(Supplier<Stream<? extends Entry>> entries) {
        return Stream.of(entries).flatMap(Supplier::get);
    }
}
