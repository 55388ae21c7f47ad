package dev.daybook.spi;

import java.nio.file.Path;

/** Opens the store that its jar brings. Found by {@link java.util.ServiceLoader}; one of two such look-ups. */
public interface StoreProvider {

    /**
     * Opens the store in a folder, which is made if it is missing.
     *
     * @throws dev.daybook.data.StoreInUseException if another process has it open
     * @throws dev.daybook.data.StoreException if it cannot be opened
     */
    Store open(Path folder);
}
