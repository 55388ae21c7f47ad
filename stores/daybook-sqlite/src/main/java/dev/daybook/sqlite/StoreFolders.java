package dev.daybook.sqlite;

import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.KeyFile;
import dev.daybook.internal.sqlite.database.PrivateFolder;
import dev.daybook.internal.sqlite.database.UnfinishedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.stream.Stream;

/** Moves a complete store from a scratch folder into its place, and deletes scratch folders. */
final class StoreFolders {

    private StoreFolders() {}

    /**
     * Replaces a database by another one that is closed and has an empty log. The rename of the database is the switch: the
     * new key file has another name than the old one, so each database finds its own at any time.
     */
    static void putInPlace(DatabaseFile source, DatabaseFile target) throws IOException {
        try (Stream<Path> files = Files.list(source.folder())) {
            for (Path keys : files.filter(KeyFile::isKeyFile).toList()) {
                Files.move(keys, target.folder().resolve(keys.getFileName()), StandardCopyOption.ATOMIC_MOVE);
            }
        }
        PrivateFolder.flushNames(target.folder());
        for (String log : new String[] {"-wal", "-shm"}) {
            // The log of the old database would be replayed into the new one.
            Files.deleteIfExists(target.folder().resolve(DatabaseFile.NAME + log));
        }
        UnfinishedFile.putInPlace(source.path(), target.path());
    }

    /** Deletes what an interrupted restore or migration left: it may hold entries that were erased since. */
    static void deleteScratch(Path folder) {
        delete(folder.resolve(BackupRestore.SCRATCH));
        delete(folder.resolve(LayoutOneMigration.SCRATCH));
    }

    /** Deletes a folder with everything in it; a failure is logged. */
    static void delete(Path folder) {
        try (Stream<Path> within = Files.exists(folder) ? Files.walk(folder) : Stream.empty()) {
            for (Path each : within.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException e) {
            System.getLogger(StoreFolders.class.getName())
                    .log(System.Logger.Level.WARNING, folder + " could not be deleted", e);
        }
    }
}
