package dev.daybook.store;

import java.nio.file.Path;

/** A store in a local folder, which can be measured and backed up. */
public interface FolderStore extends Store {

    /** Returns the size of its files in bytes; cheap. */
    Path folder();

    long size();

    /**
     * Writes an online backup into one file. The backup is one consistent state, not older than the call, without
     * entries erased before the call. On return it is durable; until then no file of that name exists, not even after a
     * failure.
     *
     * @param file the path of the backup; its folder must exist
     * @throws IllegalArgumentException if the file exists or the folder does not
     * @throws dev.daybook.data.StoreException if reading or writing failed; no file is left
     */
    void backup(Path file);
}
