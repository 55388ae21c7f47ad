package dev.daybook.internal.embedded;

import dev.daybook.LocalDaybook;
import dev.daybook.error.StoreException;
import dev.daybook.internal.copy.StoreCopy;
import dev.daybook.internal.options.DaybookOpener;
import dev.daybook.internal.options.DaybookOptions;
import dev.daybook.spi.MasterKeys;
import dev.daybook.spi.StoreProvider;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.Store;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.function.Supplier;

/** Opens a store and wires a daybook over it. */
public final class EmbeddedOpener implements DaybookOpener {

    @Override
    public LocalDaybook open(Path folder, MasterKeys keys, DaybookOptions options) {
        ClassWarmUp.start();
        Store store = ServiceLoader.load(StoreProvider.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no store is on the class path or module path;"
                        + " add dev.daybook:daybook (or daybook-sqlite), or use Daybook.builder(store)"))
                .open(folder, keys);
        return open(store, () -> options);
    }

    @Override
    public LocalDaybook open(Store store, Supplier<DaybookOptions> options) {
        boolean done = false;
        try {
            DaybookOptions given = options.get();
            requireFinished(store);
            LocalDaybook daybook = new DaybookWiring(store, given).daybook();
            done = true;
            return daybook;
        } finally {
            if (!done) {
                closeAfterFailure(store);
            }
        }
    }

    /** A half copied store would answer with half of the memory, and a write in it would be lost. */
    private static void requireFinished(Store opened) {
        if (opened instanceof CopyableStore) {
            StoreCopy.unfinished(opened).ifPresent(source -> {
                throw new StoreException("the store holds an unfinished copy of " + source
                        + "; run the copy again until it is finished, then open the store");
            });
        }
    }

    private static void closeAfterFailure(Store opened) {
        try {
            opened.close();
        } catch (RuntimeException second) {
            // The first failure names the cause.
            System.getLogger(EmbeddedOpener.class.getName())
                    .log(System.Logger.Level.WARNING, "a store that could not be opened could not be closed", second);
        }
    }
}
