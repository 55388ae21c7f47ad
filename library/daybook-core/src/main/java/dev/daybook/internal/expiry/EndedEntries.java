package dev.daybook.internal.expiry;

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
import java.util.function.BiFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Finds the entries of a scope that have ended, and the earliest end of some entries. */
public final class EndedEntries {

    private static final int BATCH = 100;

    private EndedEntries() {}

    /**
     * Streams the keys of the ended entries of a scope, also of those in quarantine. Reads one state where no entry has an
     * end.
     *
     * @param store the store with all entries
     */
    public static Stream<EntryKey> keys(Store store, Scope scope, Instant now) {
        return Stream.concat(stored(store::get, store, scope, now), quarantined(store, scope, now))
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

    /** @param get reads the current versions, also of ended entries */
    static Stream<EntryKey> stored(
            BiFunction<Scope, Collection<EntryKey>, List<StoredEntry>> get, Store states, Scope scope, Instant now) {
        Iterator<EntryKey> noted = EntryEnd.all(states, scope)
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
        // A later version may have another end, or none.
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(batches, Spliterator.ORDERED), false)
                .flatMap(batch -> get.apply(scope, batch).stream())
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
        Map<Scope, List<EntryKey>> keys = new LinkedHashMap<>();
        entries.forEach(ref ->
                keys.computeIfAbsent(ref.scope(), scope -> new ArrayList<>()).add(new EntryKey(ref.kind(), ref.id())));
        return keys.entrySet().stream()
                .filter(ofScope -> !EntryEnd.isNone(store, ofScope.getKey()))
                .flatMap(ofScope -> ends(store, ofScope.getKey(), ofScope.getValue()))
                .min(Instant::compareTo)
                .orElse(null);
    }

    private static Stream<Instant> ends(Store store, Scope scope, List<EntryKey> keys) {
        Map<EntryKey, StoredEntry> present = new HashMap<>();
        store.get(scope, keys).forEach(stored -> present.put(stored.key(), stored));
        return keys.stream().distinct().flatMap(key -> {
            StoredEntry stored = present.get(key);
            return stored == null
                    ? EntryEnd.noted(store, scope, key).stream()
                    : Stream.ofNullable(EntryCodec.expiresAt(stored.body()));
        });
    }
}
