package dev.daybook.server.keys;

import dev.daybook.server.files.InterProcessLock;
import dev.daybook.server.files.PrivateFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file of the keys, beside a memory and beside a backup of one. */
public final class Keyring {

    public static final String NAME = "keys.json";

    private Keyring() {}

    /** Where the keys of a backup lie. */
    public static Path beside(Path backup) {
        return backup.resolveSibling(backup.getFileName() + "." + NAME);
    }

    /** Copies the file, as its owner's alone; false if there is none. */
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

    @SuppressWarnings("try") // the lock works by being there
    private static void put(String keys, Path to) throws IOException {
        if (!to.endsWith(NAME)) {
            PrivateFile.write(to, keys);
            return;
        }
        // A 'daybook key' of this moment would write what it read before over them.
        try (InterProcessLock lock = InterProcessLock.of(to)) {
            PrivateFile.write(to, keys);
        }
    }
}
