package dev.daybook.spi;

import java.nio.file.Path;

/** A store that keeps its bytes in a folder of this machine, so that they can be counted and copied. */
public interface FolderStore extends Store {

    /** Returns the folder, which holds no files but those of the memory. */
    Path folder();

    /** How many bytes its files have now; cheap. */
    long size();

    /**
     * Copies the store into one file while it is used. The copy is one state of the store, not older than the call, and
     * holds nothing that was erased before it; when the call returns, it is on the disk. Until then there is no file of
     * that name, whatever happens.
     *
     * @param file where it is to be; its folder must be there
     * @throws IllegalArgumentException if something is there already, or the folder is not there
     * @throws dev.daybook.data.StoreException if it could not be read or written; there is no file then
     */
    void backup(Path file);
}
