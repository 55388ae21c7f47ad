package dev.daybook.sqlite;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The file {@code store}: says that a folder has a store, so that one whose {@code daybook.db} is missing or empty is not
 * taken for a new one. Written once, when the store is there; a folder from before this file gets it when it is opened.
 */
final class StoreMark {

    static final String NAME = "store";

    private static final String TEXT = "This folder holds a Daybook store: the memory is in " + DatabaseFile.NAME
            + ".\nIf that file is lost, restore a backup. To begin with an empty memory, delete this file first.\n";

    private StoreMark() {}

    static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(NAME));
    }

    /** A disk that is full must not keep an owner from reading: the next opening tries again. */
    static void put(Path folder) {
        if (isIn(folder)) {
            return;
        }
        Path unfinished = folder.resolve(NAME + Backup.UNFINISHED);
        try {
            Files.deleteIfExists(unfinished);
            Folder.createPrivateFile(unfinished);
            // The store first: a power cut must not leave the mark alone.
            Folder.flushNames(folder);
            Files.writeString(unfinished, TEXT, StandardOpenOption.WRITE);
            Backup.putInPlace(unfinished, folder.resolve(NAME));
        } catch (IOException e) {
            System.getLogger(StoreMark.class.getName())
                    .log(Level.DEBUG, "the folder is not marked as one that has a store", e);
        }
    }
}
