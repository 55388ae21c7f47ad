package dev.daybook.internal.ledger;

import dev.daybook.error.ConflictException;
import dev.daybook.internal.codec.DamageTolerantReader;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.commit.ConflictRetry;
import dev.daybook.internal.expiry.EndedEntries;
import dev.daybook.internal.ledger.EntryLedger.EntryWrite;
import dev.daybook.internal.store.FamilyForwardingStore;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A store view that keeps the ends of entries in step with their sources. A batch that gives a stored entry another end
 * also puts the entries that cite it, with the first end of their sources: an earlier one hides them, and a later one does
 * not hide what was derived. The citing entries of the scope are in the same batch; those of the shared scope follow it. A
 * batch that changes no end is passed through. All writers use it, so none can forget the derived entries.
 */
public final class SourceEndStore extends FamilyForwardingStore {

    private static final List<Kind> CITING = List.of(Kind.FACT, Kind.NOTE, Kind.SUMMARY, Kind.BLOCK);

    private final Store store;

    public SourceEndStore(Store store) {
        super(store);
        this.store = store;
    }

    /** Returns the entries of the scope that would end with an entry. */
    public static List<Entry> following(Store store, Scope scope, EntryKey key, Instant end) {
        Map<EntryRef, Optional<Instant>> ends = new HashMap<>(Map.of(ref(scope, key), Optional.of(end)));
        return new SourceEndStore(store)
                .following(scope, ends, Set.of(key)).keySet().stream()
                        .map(EntryCodec::decode)
                        .toList();
    }

    @Override
    public CommitResult write(WriteBatch batch) {
        Map<EntryRef, Optional<Instant>> ends = changedEnds(batch);
        if (ends.isEmpty()) {
            return super.write(batch);
        }
        Set<EntryKey> own = batch.puts().stream().map(EntryPut::key).collect(Collectors.toSet());
        List<EntryPut> puts = new ArrayList<>(batch.puts());
        puts.addAll(following(batch.scope(), ends, own).values());
        CommitResult result = super.write(new WriteBatch(
                batch.scope(),
                batch.operation(),
                puts,
                batch.sidecars(),
                batch.states(),
                batch.audit(),
                batch.expected()));
        followInShared(batch, ends);
        return new CommitResult(
                result.revision(),
                result.placed().stream()
                        .filter(placed -> own.contains(placed.key()))
                        .toList());
    }

    /** Returns the new ends of the stored entries to which a batch gives another one. Reads nothing for new entries. */
    private Map<EntryRef, Optional<Instant>> changedEnds(WriteBatch batch) {
        List<EntryPut> replacing =
                batch.puts().stream().filter(put -> put.expected() != 0).toList();
        boolean isEndless = replacing.stream().allMatch(put -> EntryCodec.expiresAt(put.body()) == null)
                && (replacing.isEmpty() || !EndedEntries.havingEnds(store).test(batch.scope()));
        if (isEndless) {
            return Map.of();
        }
        Map<EntryKey, StoredEntry> present = new HashMap<>();
        DamageTolerantReader.get(
                        store,
                        batch.scope(),
                        replacing.stream().map(EntryPut::key).toList(),
                        (damaged, failure) -> {})
                .forEach(stored -> present.put(stored.key(), stored));
        Map<EntryRef, Optional<Instant>> ends = new HashMap<>();
        for (EntryPut put : replacing) {
            StoredEntry stored = present.get(put.key());
            Instant end = EntryCodec.expiresAt(put.body());
            if (stored != null && !Objects.equals(EntryCodec.expiresAt(stored.body()), end)) {
                ends.put(ref(batch.scope(), put.key()), Optional.ofNullable(end));
            }
        }
        return ends;
    }

    private static EntryRef ref(Scope scope, EntryKey key) {
        return new EntryRef(scope, key.kind(), key.id());
    }

    /**
     * Returns the entries of a scope whose end follows from changed ends, also over other entries, with their puts.
     *
     * @param ends the new ends; the ends of the returned entries are added
     * @param written the entries that the batch has already
     */
    private Map<StoredEntry, EntryPut> following(
            Scope scope, Map<EntryRef, Optional<Instant>> ends, Set<EntryKey> written) {
        Map<StoredEntry, Entry> citing = citing(scope, written);
        Predicate<Scope> havingEnds = EndedEntries.havingEnds(store);
        Map<StoredEntry, EntryPut> puts = new LinkedHashMap<>();
        boolean isChanged;
        do {
            isChanged = false;
            for (Map.Entry<StoredEntry, Entry> each : citing.entrySet()) {
                Entry entry = each.getValue();
                if (EntryCitations.sources(entry).stream().noneMatch(ends::containsKey)) {
                    continue;
                }
                EntryRef ref = ref(scope, each.getKey().key());
                Optional<Instant> end = end(entry, ends, havingEnds);
                if (!end.equals(ends.getOrDefault(ref, Optional.ofNullable(entry.expiresAt())))) {
                    ends.put(ref, end);
                    puts.put(each.getKey(), ending(each.getKey(), entry, end));
                    isChanged = true;
                }
            }
        } while (isChanged);
        return puts;
    }

    private static EntryPut ending(StoredEntry stored, Entry entry, Optional<Instant> end) {
        Entry ending = entry.withProvenance(entry.provenance().expiring(end.orElse(null)));
        return new EntryWrite(ending, stored.status(), stored.recorded(), stored).toPut();
    }

    /** Returns the entries of a scope that have sources. A damaged one is left out: it is hidden as it is. */
    private Map<StoredEntry, Entry> citing(Scope scope, Set<EntryKey> written) {
        Map<StoredEntry, Entry> citing = new LinkedHashMap<>();
        CITING.stream()
                .flatMap(kind -> current(scope, kind))
                .filter(stored -> !written.contains(stored.key()))
                .forEach(stored -> {
                    Entry entry = EntryCodec.decode(stored);
                    if (!EntryCitations.sources(entry).isEmpty()) {
                        citing.put(stored, entry);
                    }
                });
        return citing;
    }

    private Stream<StoredEntry> current(Scope scope, Kind kind) {
        return PagedReads.all(
                cursor -> store.scan(scope, EntryScan.of(kind).after(cursor), DamageTolerantReader.toLog()));
    }

    /** A derived entry ends with the first of its sources; a given one may end before. */
    private Optional<Instant> end(Entry entry, Map<EntryRef, Optional<Instant>> ends, Predicate<Scope> havingEnds) {
        List<EntryRef> sources = EntryCitations.sources(entry);
        List<EntryRef> others =
                sources.stream().filter(source -> !ends.containsKey(source)).toList();
        boolean isDerived = entry.origin().source() == Origin.Source.DERIVATION;
        return Stream.of(
                        sources.stream().flatMap(source -> ends.getOrDefault(source, Optional.empty()).stream()),
                        Stream.ofNullable(EndedEntries.earliest(store, others, havingEnds)),
                        Stream.ofNullable(isDerived ? null : entry.expiresAt()))
                .flatMap(each -> each)
                .min(Comparator.naturalOrder());
    }

    /** Puts the citing entries of the shared scope. A process that ends before leaves them to the sweep. */
    private void followInShared(WriteBatch batch, Map<EntryRef, Optional<Instant>> ends) {
        Scope shared = new Scope.Shared(batch.scope().space());
        if (batch.scope().equals(shared)) {
            return;
        }
        ConflictRetry retry = new ConflictRetry(guarantees().isShared());
        while (true) {
            List<EntryPut> puts =
                    List.copyOf(following(shared, new HashMap<>(ends), Set.of()).values());
            if (puts.isEmpty()) {
                return;
            }
            try {
                super.write(new WriteBatch(shared, batch.operation(), puts, List.of(), List.of(), null));
                return;
            } catch (ConflictException conflict) {
                retry.next(conflict);
            }
        }
    }
}
