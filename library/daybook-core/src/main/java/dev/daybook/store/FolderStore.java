package dev.daybook.store;

import java.nio.file.Path;
import java.util.function.Consumer;

/** A store in a local folder, which can be measured and backed up. */
public interface FolderStore extends Store {

    Path folder();

    /** Returns the size of its files in bytes; cheap. */
    long size();

    /**
     * Passes on the content of every record, decrypted with the keys in the folder, for a proof that erased texts are
     * gone. A store that does not encrypt passes on nothing: its content is in its files.
     *
     * @throws dev.daybook.error.StoreException if a record cannot be read
     */
    default void decrypt(Consumer<byte[]> record) {}

    /**
     * Writes an online backup into one file. The backup is one consistent state, not older than the call, without
     * entries erased before the call. On return it is durable; until then no file of that name exists, not even after a
     * failure.
     *
     * @param file the path of the backup; its folder must exist
     * @throws IllegalArgumentException if the file exists or the folder does not
     * @throws dev.daybook.error.StoreException if reading or writing failed; no file is left
     */
    void backup(Path file);
}
