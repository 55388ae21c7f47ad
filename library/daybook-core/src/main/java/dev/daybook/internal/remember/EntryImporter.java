package dev.daybook.internal.remember;

import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.expiry.EntryEnd;
import dev.daybook.internal.ledger.EntryCitations;
import dev.daybook.internal.ledger.EntryLedger;
import dev.daybook.internal.ledger.EntryLedger.Change;
import dev.daybook.internal.ledger.EntryLedger.EntryWrite;
import dev.daybook.internal.ledger.FactLedger;
import dev.daybook.internal.ledger.WriteReceipts;
import dev.daybook.internal.quarantine.QuarantineStates;
import dev.daybook.internal.settings.AccessRules;
import dev.daybook.internal.settings.WritePolicy;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.SizeLimits;
import dev.daybook.model.Summary;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.VersionCondition;
import dev.daybook.spi.Embedder;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Imports exported entries with their times and links. Positions are assigned anew, so values that depend on positions
 * of another scope (the coverage of a gist, the order of a block) are recomputed. Thread-safe.
 */
public final class EntryImporter {

    private final EntryLedger ledger;
    private final FactLedger facts;
    private final EpisodeWriter episodeWriter;
    private final Store store;
    private final WriteReceipts receipts;

    public EntryImporter(
            EntryLedger ledger,
            FactLedger facts,
            EpisodeWriter episodeWriter,
            Store store,
            @Nullable Embedder embedder) {
        this.ledger = ledger;
        this.facts = facts;
        this.episodeWriter = episodeWriter;
        this.store = store;
        this.receipts = new WriteReceipts(store, embedder);
    }

    /**
     * The result of an import.
     *
     * @param receipts in the order of the entries
     * @param episodes the result of the batch of the episodes
     * @param isEpisodesOnly whether there were no entries of other kinds
     */
    public record ImportedEntries(List<Receipt> receipts, WrittenEpisodes episodes, boolean isEpisodesOnly) {
        public ImportedEntries {
            receipts = List.copyOf(receipts);
        }
    }

    /**
     * Writes the episodes in one batch and all other entries in another. An entry that has ended is left out, and its
     * receipt has the position 0.
     */
    public ImportedEntries write(Scope scope, List<? extends Entry> entries, WritePolicy policy) {
        requireDistinct(entries);
        entries.forEach(entry -> EntryCitations.requireWithin(scope, entry));
        Instant now = ledger.now().toInstant();
        List<NewEpisode> episodes = new ArrayList<>();
        List<Entry> others = new ArrayList<>();
        for (Entry entry : entries) {
            SizeLimits.check(entry);
            if (EntryEnd.isReached(entry.expiresAt(), now)) {
                continue;
            }
            if (entry instanceof Episode episode) {
                episodes.add(asNew(episode));
            } else {
                others.add(policy.imported(entry));
            }
        }
        Map<EntryKey, Receipt> written = new HashMap<>();
        WrittenEpisodes batch = episodeWriter.write(scope, episodes, policy, VersionCondition.NONE);
        batch.receipts().forEach(receipt -> written.put(new EntryKey(Kind.EPISODE, receipt.id()), receipt));
        written.putAll(writeOthers(scope, others, policy));
        List<Receipt> answers = entries.stream()
                .map(entry -> written.getOrDefault(key(entry), receipts.of(entry.id(), 0, 0)))
                .toList();
        return new ImportedEntries(answers, batch, others.isEmpty());
    }

    private static void requireDistinct(List<? extends Entry> entries) {
        Set<EntryKey> seen = new HashSet<>();
        for (Entry entry : entries) {
            if (!seen.add(key(entry))) {
                throw new IllegalArgumentException(entry.kind().label() + " '" + entry.id()
                        + "' occurs twice in one batch; write them one after the other");
            }
        }
    }

    private static EntryKey key(Entry entry) {
        return new EntryKey(entry.kind(), entry.id());
    }

    private static NewEpisode asNew(Episode episode) {
        return NewEpisode.of(episode.messages())
                .id(episode.id())
                .session(episode.session())
                .occurredAt(episode.occurredAt())
                .toolCalls(episode.standaloneToolCalls())
                .metadata(episode.metadata())
                .origin(episode.origin())
                .trust(episode.trust())
                .embedding(episode.embedding())
                .expiresAt(episode.expiresAt());
    }

    private Map<EntryKey, Receipt> writeOthers(Scope scope, List<Entry> entries, WritePolicy policy) {
        if (entries.isEmpty()) {
            return Map.of();
        }
        var committed = ledger.change(scope, "import", change -> decide(scope, entries, change, policy.rules()));
        Map<EntryKey, Receipt> written = new HashMap<>();
        committed
                .answer()
                .forEach((key, stored) ->
                        written.put(key, receipts.of(stored.key().id(), stored.position(), stored.contentRevision())));
        for (CommitResult.Placed place : committed.placed()) {
            written.put(place.key(), receipts.of(place.key().id(), place.position(), place.revision()));
        }
        return written;
    }

    /** Puts new and changed entries; returns the unchanged ones. */
    private Map<EntryKey, StoredEntry> decide(Scope scope, List<Entry> entries, Change change, AccessRules rules) {
        Map<EntryKey, StoredEntry> present =
                ledger.present(scope, entries.stream().map(EntryImporter::key).toList());
        Map<EntryKey, StoredEntry> unchanged = new LinkedHashMap<>();
        BlockOrders orders = new BlockOrders(ledger, scope);
        boolean noQuarantine = QuarantineStates.isEmpty(store, scope);
        List<Fact> facts = new ArrayList<>();
        for (Entry entry : entries) {
            StoredEntry stored = present.get(key(entry));
            Optional<StoredEntry> quarantined = noQuarantine ? Optional.empty() : findQuarantined(scope, entry, stored);
            if (quarantined.isPresent()) {
                unchanged.put(key(entry), quarantined.get());
                continue;
            }
            EntryWrite entryWrite = EntryWrite.of(placed(scope, entry, stored, orders), stored);
            if (stored != null && isSame(entryWrite, stored)) {
                unchanged.put(key(entry), stored);
            } else {
                if (stored != null) {
                    Entry replaced = EntryCodec.decode(stored);
                    rules.requireReplaceable(replaced);
                    rules.requireEnd(replaced, () -> ledger.end(entry));
                }
                if (entry instanceof Fact fact) {
                    facts.add(fact);
                } else {
                    change.put(entryWrite);
                }
            }
        }
        if (!facts.isEmpty()) {
            this.facts.addAll(change, scope, facts).stream()
                    .map(id -> new EntryKey(Kind.FACT, id))
                    .forEach(key -> unchanged.put(key, Objects.requireNonNull(present.get(key))));
        }
        return unchanged;
    }

    /**
     * Returns the quarantined version of an entry if it equals the imported one; it stays in quarantine.
     *
     * @throws IllegalArgumentException if another version is quarantined; a block may also have a live one
     */
    private Optional<StoredEntry> findQuarantined(Scope scope, Entry entry, @Nullable StoredEntry present) {
        List<StoredEntry> quarantined = QuarantineStates.of(store, scope, key(entry)).stream()
                .flatMap(each -> Optional.ofNullable(each.version()).stream())
                .toList();
        EntryWrite entryWrite = EntryWrite.of(entry);
        Optional<StoredEntry> same =
                quarantined.stream().filter(each -> isSame(entryWrite, each)).findFirst();
        if (same.isEmpty() && present == null && entry.kind() != Kind.BLOCK) {
            QuarantineStates.requireFree(store, scope, key(entry), entry.trust());
        }
        return same;
    }

    /**
     * Compares without the key of the origin: importing an unchanged entry under another key changes nothing. Of a fact
     * the statement is compared, since its end and its repetitions are computed.
     */
    private static boolean isSame(EntryWrite imported, StoredEntry stored) {
        Entry entry = imported.entry();
        Entry present = EntryCodec.decode(stored);
        Entry there = WritePolicy.DERIVED.copy(
                entry, entry.origin().withKey(present.origin().key()), entry.trust());
        if (there instanceof Fact fact) {
            Provenance provenance = fact.provenance().at(present.position(), present.revision());
            return !stored.status().equals(EntryLedger.WITHDRAWN)
                    && fact.asStated().withProvenance(provenance).equals(((Fact) present).asStated())
                    && fact.isStatedSingleValued() == ((Fact) present).isStatedSingleValued();
        }
        EntryWrite entryWrite = new EntryWrite(there, imported.status(), imported.recorded(), imported.replaced());
        EntryPut put = entryWrite.toPut();
        return put.body().equals(stored.body())
                && put.status().equals(stored.status())
                && put.time().equals(stored.time())
                && entryWrite.recorded().equals(stored.recorded());
    }

    private Entry placed(Scope scope, Entry entry, @Nullable StoredEntry stored, BlockOrders orders) {
        if (entry instanceof Block block) {
            return orders.place(block, stored);
        }
        return entry instanceof Summary summary && summary.session() != null
                ? summary.withUpTo(mark(scope, summary))
                        .withProvenance(summary.provenance().unwritten())
                : entry;
    }

    /**
     * Returns the coverage of a gist here: up to the first episode of its session that it does not cover, which would
     * otherwise count as covered.
     */
    private long mark(Scope scope, Summary summary) {
        Set<String> covered = summary.covers().stream()
                .filter(ref -> ref.kind() == Kind.EPISODE && ref.scope().equals(scope))
                .map(EntryRef::id)
                .collect(Collectors.toSet());
        long mark = 0;
        List<StoredEntry> episodes = covered.isEmpty()
                ? List.of()
                : ledger.all(scope, EntryScan.of(Kind.EPISODE).inSession(summary.session()));
        for (StoredEntry episode : episodes) {
            if (!covered.contains(episode.key().id())) {
                break;
            }
            mark = episode.position();
        }
        return mark;
    }

    /**
     * The orders of blocks: an existing block keeps its order; a new one gets its own if that is free, else the last.
     */
    private static final class BlockOrders {

        private final EntryLedger ledger;
        private final Scope scope;
        private @Nullable Set<Integer> used;

        private BlockOrders(EntryLedger ledger, Scope scope) {
            this.ledger = ledger;
            this.scope = scope;
        }

        private Block place(Block block, @Nullable StoredEntry stored) {
            return stored != null && stored.status().equals(EntryPut.LIVE)
                    ? at(block, ((Block) EntryCodec.decode(stored)).order())
                    : atFree(block);
        }

        private Block atFree(Block block) {
            Set<Integer> orders = used();
            int order = orders.contains(block.order())
                    ? orders.stream().mapToInt(Integer::intValue).max().orElse(-1) + 1
                    : block.order();
            orders.add(order);
            return at(block, order);
        }

        private Set<Integer> used() {
            if (used == null) {
                Collection<StoredEntry> blocks = ledger.all(scope, EntryScan.of(Kind.BLOCK));
                used = blocks.stream()
                        .filter(stored -> stored.status().equals(EntryPut.LIVE))
                        .map(stored -> ((Block) EntryCodec.decode(stored)).order())
                        .collect(Collectors.toCollection(HashSet::new));
            }
            return used;
        }

        private static Block at(Block block, int order) {
            return block.withOrder(order).withProvenance(block.provenance().unwritten());
        }
    }
}
