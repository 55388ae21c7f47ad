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

/** Reads entries of which some may be damaged: these are named in the log, and keep nobody from the others. */
public final class ReadableEntries {

    private static final Logger LOG = System.getLogger("dev.daybook.damage");

    private ReadableEntries() {}

    /**
     * The current versions under some keys that can be read.
     *
     * @param damaged is told each key under which one cannot, and why
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
                    told(key);
                    damaged.accept(key, one);
                }
            }
            if (failures == keys.size() && keys.size() > 1) {
                // The store as a whole.
                throw failure;
            }
            return found;
        }
    }

    /** For a scan that goes past what is damaged. */
    public static Consumer<Key> toLog() {
        return ReadableEntries::told;
    }

    private static void told(Key key) {
        LOG.log(
                Level.ERROR,
                "the {0} \"{1}\" is damaged and left out; run `daybook doctor`, or restore a backup",
                key.kind().label(),
                key.id());
    }
}
