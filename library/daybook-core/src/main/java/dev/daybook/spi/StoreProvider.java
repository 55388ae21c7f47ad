package dev.daybook.spi;

import dev.daybook.store.Store;
import java.nio.file.Path;

/** Opens the store of a jar. Found by {@link java.util.ServiceLoader}, like {@link dev.daybook.spi.EmbedderProvider}. */
public interface StoreProvider {

    /**
     * Opens the store in a folder, creating the folder if it is missing.
     *
     * @param keys the master keys of the store; {@link MasterKeys#NONE} if there are none
     * @throws dev.daybook.error.StoreInUseException if another process has it open
     * @throws dev.daybook.error.StoreException if it cannot be opened, such as without its master key
     */
    Store open(Path folder, MasterKeys keys);
}
