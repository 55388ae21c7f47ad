package dev.daybook.server.keys;

import dev.daybook.server.files.InterProcessLock;
import dev.daybook.server.files.PrivateFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.OffsetDateTime;

/** The keys file, beside a memory or beside a backup. */
public final class KeyFileCopies {

    public static final String NAME = "keys.json";

    private KeyFileCopies() {}

    /** Returns the path of the keys file of a backup. */
    public static Path beside(Path backup) {
        return backup.resolveSibling(backup.getFileName() + "." + NAME);
    }

    /**
     * Copies the file, readable by its owner only; returns false if there is none. A copy to a memory keeps the log of its
     * changes, and adds the restore to it.
     */
    public static boolean copy(Path from, Path to) {
        if (!Files.exists(from)) {
            return false;
        }
        try {
            put(Files.readString(from), to);
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException("the keys could not be copied to " + to + "; copy " + from + " by hand", e);
        }
    }

    @SuppressWarnings("try") // the lock is held, not used
    private static void put(String keys, Path to) throws IOException {
        if (!to.endsWith(NAME)) {
            PrivateFile.write(to, keys);
            return;
        }
        // A concurrent 'daybook key' would overwrite them with its earlier state.
        try (InterProcessLock lock = InterProcessLock.of(to)) {
            KeyRegister before = Files.exists(to) ? registerOf(to) : KeyRegister.EMPTY;
            OffsetDateTime now = OffsetDateTime.now(Clock.systemUTC());
            KeysFile.write(to, before.restored(KeysFile.read(keys), now, ApiKeys.USER));
        }
    }

    /** Returns the register of a file, an empty one if it is damaged: the copy is its repair. */
    private static KeyRegister registerOf(Path file) throws IOException {
        try {
            return KeysFile.read(Files.readString(file));
        } catch (IllegalArgumentException damaged) {
            return KeyRegister.EMPTY;
        }
    }
}
