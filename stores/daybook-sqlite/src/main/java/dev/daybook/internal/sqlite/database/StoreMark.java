package dev.daybook.internal.sqlite.database;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The file {@code store}, which marks a folder as a store, so that a missing or empty {@code daybook.db} is not
 * mistaken for a new store. Written once after the store exists; older folders get it when they are opened.
 */
public final class StoreMark {

    public static final String NAME = "store";

    private static final String TEXT = "This folder holds a Daybook store: the memory is in " + DatabaseFile.NAME
            + ".\nIf that file is lost, restore a backup. To begin with an empty memory, delete this file first.\n";

    private StoreMark() {}

    static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(NAME));
    }

    /** A failure is only logged, so that a full disk does not prevent reading; the next opening retries. */
    public static void put(Path folder) {
        if (isIn(folder)) {
            return;
        }
        Path unfinished = folder.resolve(NAME + UnfinishedFile.SUFFIX);
        try {
            Files.deleteIfExists(unfinished);
            PrivateFolder.createPrivateFile(unfinished);
            // Flushes the store first: a power cut must not leave the mark alone.
            PrivateFolder.flushNames(folder);
            Files.writeString(unfinished, TEXT, StandardOpenOption.WRITE);
            UnfinishedFile.putInPlace(unfinished, folder.resolve(NAME));
        } catch (IOException e) {
            System.getLogger(StoreMark.class.getName())
                    .log(Level.DEBUG, "the folder is not marked as one that has a store", e);
        }
    }
}
