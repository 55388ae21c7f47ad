package dev.daybook.sqlite;

import dev.daybook.error.StoreException;
import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.KeyFile;
import dev.daybook.internal.sqlite.database.PrivateFolder;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.internal.sqlite.database.StoreMark;
import dev.daybook.outcome.HealthReport;
import dev.daybook.spi.MasterKeys;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Restores a backup into a folder. The backup is copied into a folder inside it, checked there, and moved into place
 * atomically under the folder's lock: an opening finds either the old store or the new one.
 */
record BackupRestore(Path backup, Path folder, MasterKeys masters) {

    static final String SCRATCH = "restoring";

    /** Files that do not count as content of a folder and are kept. */
    private static final Set<String> IGNORED =
            Set.of(FolderLock.NAME, StoreMark.NAME, "keys.json", "keys.json.lock", SCRATCH);

    /** POSIX releases the locks of a process on a file when it closes any descriptor of the file. */
    private static final Set<String> LOCKED =
            Set.of(FolderLock.NAME, DatabaseFile.NAME, DatabaseFile.NAME + "-wal", DatabaseFile.NAME + "-shm");

    @SuppressWarnings("try") // the lock is held for its side effect
    HealthReport run(boolean replace) {
        if (!Files.isRegularFile(backup)) {
            throw new IllegalArgumentException("file is " + backup + ", which is not a file; name a backup");
        }
        boolean isNew = !Files.exists(folder);
        Path real = PrivateFolder.open(folder);
        Path scratch = real.resolve(SCRATCH);
        boolean done = false;
        try (FolderLock lock = FolderLock.take(real)) {
            try {
                requireRoom(real, replace);
                StoreFolders.delete(scratch);
                HealthReport health = checked(scratch);
                if (health.ok()) {
                    putInPlace(scratch, real);
                    done = true;
                }
                return health;
            } catch (SQLException failure) {
                throw SqliteFailures.translate(backup, failure);
            } catch (StoreException failure) {
                throw named(scratch, failure);
            } catch (IOException failure) {
                throw PrivateFolder.failure("the backup " + backup + " cannot be put into " + folder, folder, failure);
            } finally {
                StoreFolders.delete(scratch);
            }
        } finally {
            if (isNew && !done) {
                StoreFolders.delete(real);
            }
        }
    }

    /** Passes on the decrypted records of the backups in a folder: they carry their keys. */
    static void decryptBackups(Path folder, MasterKeys masters, Consumer<byte[]> record) {
        Path scratch = folder.resolve(SCRATCH);
        try {
            for (Path file : backups(folder)) {
                try {
                    if (!new BackupRestore(file, scratch, masters).run(true).ok()) {
                        throw new StoreException(
                                "the backup " + file + " is damaged, so it cannot be searched; delete or move it");
                    }
                    try (SqliteStore restored = SqliteStore.open(scratch, masters)) {
                        restored.decrypt(record);
                    }
                } finally {
                    StoreFolders.delete(scratch);
                }
            }
        } catch (IOException e) {
            throw PrivateFolder.failure("the backups in " + folder + " cannot be read", folder, e);
        }
    }

    /** Returns the backups in a folder, and those that links in it lead to, each once. */
    private static Set<Path> backups(Path folder) throws IOException {
        Set<Path> backups = new TreeSet<>();
        Set<FileVisitOption> links = Set.of(FileVisitOption.FOLLOW_LINKS);
        Files.walkFileTree(folder, links, Integer.MAX_VALUE, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile()) {
                    Path real = file.toRealPath();
                    if (!LOCKED.contains(real.getFileName().toString()) && BackupKeys.areIn(real)) {
                        backups.add(real);
                    }
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof FileSystemLoopException || !Files.exists(file)) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
        return backups;
    }

    /** Names the given backup in the message instead of its temporary copy. */
    private StoreException named(Path scratch, StoreException failure) {
        String message = String.valueOf(failure.getMessage())
                .replace(scratch.resolve(DatabaseFile.NAME).toString(), backup.toString())
                .replace(scratch.toString(), backup.toString());
        return new StoreException(message, failure, failure.retryable());
    }

    private void requireRoom(Path real, boolean replace) throws IOException {
        try (Stream<Path> there = Files.list(real)) {
            if (!replace
                    && there.map(file -> file.getFileName().toString())
                            .anyMatch(name -> !IGNORED.contains(name) && !KeyFile.isKeyFile(real.resolve(name)))) {
                throw new IllegalArgumentException(
                        "the folder " + folder + " is not empty; name another, or replace its contents with --replace");
            }
        }
    }

    /** Opening the copy migrates an older layout and completes interrupted work. */
    private HealthReport checked(Path scratch) throws IOException, SQLException {
        // SQLite takes an empty file for an empty database.
        if (Files.size(backup) == 0) {
            throw new StoreException("the backup " + backup
                    + " is empty: it was cut short; copy the whole backup again, or restore another");
        }
        PrivateFolder.createPrivate(scratch);
        Path copy = scratch.resolve(DatabaseFile.NAME);
        PrivateFolder.createPrivateFile(copy);
        try (var out = Files.newOutputStream(copy)) {
            Files.copy(backup, out);
        }
        StoreKeys.restore(backup, new DatabaseFile(scratch), masters);
        try (SqliteStore store = SqliteStore.open(scratch, masters)) {
            return store.check(false);
        }
    }

    private static void putInPlace(Path scratch, Path real) throws IOException {
        DatabaseFile old = new DatabaseFile(real);
        if (Files.exists(old.path())) {
            checkpoint(old);
        }
        StoreFolders.putInPlace(new DatabaseFile(scratch), old);
        StoreMark.put(real);
    }

    /** Moves the old log into its file, so that the old store is complete without its log until the move. */
    private static void checkpoint(DatabaseFile old) {
        try (SqlConnection sql = old.openToWrite()) {
            ErasureScrub.emptyLog(sql);
        } catch (SQLException damaged) {
            System.getLogger(BackupRestore.class.getName())
                    .log(System.Logger.Level.DEBUG, "the store that is replaced cannot be read", damaged);
        }
    }
}
