package dev.daybook.internal.options;

import dev.daybook.spi.MasterKeys;
import dev.daybook.store.Store;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Opens a daybook in this process. Found by {@link java.util.ServiceLoader}, so that the public interfaces do not depend
 * on their implementation. The result is a {@code LocalDaybook}, a type of a package above this one.
 */
public interface DaybookOpener {

    /** Opens the daybook in a folder with the store found on the class path or module path. */
    AutoCloseable open(Path folder, MasterKeys keys, DaybookOptions options);

    /** Opens a daybook over a store. If that fails, or there are no options, the store is closed. */
    AutoCloseable open(Store store, Supplier<DaybookOptions> options);
}
