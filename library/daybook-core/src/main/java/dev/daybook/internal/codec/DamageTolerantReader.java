package dev.daybook.internal.codec;

import dev.daybook.error.StoreException;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryKey;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Reads entries of which some may be damaged: logs the damaged ones and returns the others. */
public final class DamageTolerantReader {

    private static final Logger LOG = System.getLogger("dev.daybook.damage");

    private DamageTolerantReader() {}

    /**
     * Returns the readable current versions under keys, in the order of the keys. A store answers in any order; with this
     * one, derived data gets the same revisions over every store.
     *
     * @param damaged receives each unreadable key with the cause
     */
    public static List<StoredEntry> get(
            Store store, Scope scope, Collection<EntryKey> keys, BiConsumer<EntryKey, StoreException> damaged) {
        try {
            return inOrder(keys, store.get(scope, keys));
        } catch (StoreException failure) {
            if (failure.retryable() || keys.isEmpty()) {
                throw failure;
            }
            List<StoredEntry> found = new ArrayList<>();
            int failures = 0;
            for (EntryKey key : keys) {
                try {
                    found.addAll(store.get(scope, List.of(key)));
                } catch (StoreException one) {
                    failures++;
                    log(key);
                    damaged.accept(key, one);
                }
            }
            if (failures == keys.size() && keys.size() > 1 && !isReadable(store, scope)) {
                throw failure;
            }
            return found;
        }
    }

    private static List<StoredEntry> inOrder(Collection<EntryKey> keys, List<StoredEntry> found) {
        Map<EntryKey, StoredEntry> byKey = new HashMap<>();
        found.forEach(stored -> byKey.put(stored.key(), stored));
        return keys.stream()
                .distinct()
                .flatMap(key -> Optional.ofNullable(byKey.get(key)).stream())
                .toList();
    }

    /** Tests whether a store can read anything of a scope. If it cannot, the whole store fails, not some entries. */
    private static boolean isReadable(Store store, Scope scope) {
        try {
            store.rows(scope, 0, 1);
            return true;
        } catch (StoreException failure) {
            return false;
        }
    }

    /** Returns a consumer that logs damaged keys, for scans that skip them. */
    public static Consumer<EntryKey> toLog() {
        return DamageTolerantReader::log;
    }

    private static void log(EntryKey key) {
        LOG.log(
                Level.ERROR,
                "the {0} \"{1}\" is damaged and skipped; run `daybook doctor` or restore a backup",
                key.kind().label(),
                key.id());
    }
}
