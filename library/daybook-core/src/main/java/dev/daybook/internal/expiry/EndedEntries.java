package dev.daybook.internal.expiry;

import dev.daybook.internal.codec.DamageTolerantReader;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.quarantine.QuarantineStates;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryKey;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Finds the entries of a scope that have ended, and the earliest end of some entries. */
public final class EndedEntries {

    private static final int BATCH = 100;

    private EndedEntries() {}

    /**
     * Streams the keys of the ended entries of a scope, also of those in quarantine. Reads one state where no entry has an
     * end. An entry that cannot be read is left out: an erasure could not be planned.
     *
     * @param store the store with all entries
     */
    public static Stream<EntryKey> keys(Store store, Scope scope, Instant now) {
        return Stream.concat(
                        batches(store, scope, now).flatMap(batch -> readable(store, scope, batch, now, key -> {})),
                        quarantined(store, scope, now))
                .distinct();
    }

    private static Stream<EntryKey> quarantined(Store store, Scope scope, Instant now) {
        return QuarantineStates.all(store, scope)
                .filter(kept -> kept.isOnlyState() && EntryCodec.isExpired(present(kept.version()), now))
                .map(QuarantineStates.QuarantinedEntry::key);
    }

    private static StoredEntry present(@Nullable StoredEntry version) {
        return Objects.requireNonNull(version, "its state holds the entry");
    }

    /**
     * Streams the keys of those of some entries that are in the store and have ended.
     *
     * @param store the store with all entries
     */
    public static Stream<EntryKey> among(Store store, Scope scope, Collection<EntryKey> keys, Instant now) {
        return readable(store, scope, keys, now, key -> {});
    }

    /**
     * Streams the ended entries that are in the store. The state decides for one that cannot be read.
     *
     * @param store the store with all entries
     */
    static Stream<EntryKey> stored(Store store, Scope scope, Instant now) {
        return batches(store, scope, now).flatMap(batch -> {
            List<EntryKey> ended = new ArrayList<>();
            readable(store, scope, batch, now, ended::add).forEach(ended::add);
            return ended.stream();
        });
    }

    /** Streams the entries whose state has an end that is reached. */
    private static Stream<List<EntryKey>> batches(Store store, Scope scope, Instant now) {
        Iterator<EntryKey> noted = EntryEnd.all(store, scope)
                .filter(each -> EntryEnd.isReached(each.getValue(), now))
                .map(Map.Entry::getKey)
                .iterator();
        Iterator<List<EntryKey>> batches = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return noted.hasNext();
            }

            @Override
            public List<EntryKey> next() {
                List<EntryKey> batch = new ArrayList<>();
                while (noted.hasNext() && batch.size() < BATCH) {
                    batch.add(noted.next());
                }
                return batch;
            }
        };
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(batches, Spliterator.ORDERED), false);
    }

    /**
     * Streams those of some entries that have ended: a later version may have another end than the state, or none.
     *
     * @param damaged receives those that cannot be read
     */
    private static Stream<EntryKey> readable(
            Store store, Scope scope, Collection<EntryKey> keys, Instant now, Consumer<EntryKey> damaged) {
        return DamageTolerantReader.get(store, scope, keys, (key, failure) -> damaged.accept(key)).stream()
                .filter(current -> EntryCodec.isExpired(current, now))
                .map(StoredEntry::key);
    }

    /**
     * Returns the earliest end of some entries; null: none has an end. Reads one state of each scope in which no entry has
     * an end.
     *
     * @param store a store, with or without the ended entries
     */
    public static @Nullable Instant earliest(Store store, Collection<EntryRef> entries) {
        return earliest(store, entries, havingEnds(store));
    }

    /** Returns a test of scopes for entries with an end, which reads one state of each scope. */
    public static Predicate<Scope> havingEnds(Store store) {
        Map<Scope, Boolean> known = new HashMap<>();
        return scope -> known.computeIfAbsent(scope, each -> !EntryEnd.isNone(store, each));
    }

    /** @param havingEnds the test for scopes with such entries, by {@link #havingEnds} */
    public static @Nullable Instant earliest(Store store, Collection<EntryRef> entries, Predicate<Scope> havingEnds) {
        Map<Scope, List<EntryKey>> keys = new LinkedHashMap<>();
        entries.forEach(ref ->
                keys.computeIfAbsent(ref.scope(), scope -> new ArrayList<>()).add(new EntryKey(ref.kind(), ref.id())));
        return keys.entrySet().stream()
                .filter(ofScope -> havingEnds.test(ofScope.getKey()))
                .flatMap(ofScope -> ends(store, ofScope.getKey(), ofScope.getValue()))
                .min(Instant::compareTo)
                .orElse(null);
    }

    private static Stream<Instant> ends(Store store, Scope scope, List<EntryKey> keys) {
        Map<EntryKey, StoredEntry> present = new HashMap<>();
        DamageTolerantReader.get(store, scope, keys, (key, failure) -> {})
                .forEach(stored -> present.put(stored.key(), stored));
        return keys.stream().distinct().flatMap(key -> {
            StoredEntry stored = present.get(key);
            return stored == null
                    ? EntryEnd.noted(store, scope, key).stream()
                    : Stream.ofNullable(EntryCodec.expiresAt(stored.body()));
        });
    }
}
