package dev.daybook.codec;

import dev.daybook.data.Scope;
import dev.daybook.data.StoreException;
import dev.daybook.spi.Key;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Reads entries of which some may be damaged: logs the damaged ones and returns the others. */
public final class ReadableEntries {

    private static final Logger LOG = System.getLogger("dev.daybook.damage");

    private ReadableEntries() {}

    /**
     * Returns the readable current versions under keys.
     *
     * @param damaged receives each unreadable key with the cause
     */
    public static List<Stored> get(
            Store store, Scope scope, Collection<Key> keys, BiConsumer<Key, StoreException> damaged) {
        try {
            return store.get(scope, keys);
        } catch (StoreException failure) {
            if (failure.retryable() || keys.isEmpty()) {
                throw failure;
            }
            List<Stored> found = new ArrayList<>();
            int failures = 0;
            for (Key key : keys) {
                try {
                    found.addAll(store.get(scope, List.of(key)));
                } catch (StoreException one) {
                    failures++;
                    log(key);
                    damaged.accept(key, one);
                }
            }
            if (failures == keys.size() && keys.size() > 1) {
                // The whole store fails.
                throw failure;
            }
            return found;
        }
    }

    /** Returns a consumer that logs damaged keys, for scans that skip them. */
    public static Consumer<Key> toLog() {
        return ReadableEntries::log;
    }

    private static void log(Key key) {
        LOG.log(
                Level.ERROR,
                "the {0} \"{1}\" is damaged and skipped; run `daybook doctor` or restore a backup",
                key.kind().label(),
                key.id());
    }
}
