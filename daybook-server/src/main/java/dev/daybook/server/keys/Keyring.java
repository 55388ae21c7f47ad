package dev.daybook.server.keys;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The file of the keys, beside a memory and beside a backup of one. */
public final class Keyring {

    public static final String NAME = "keys.json";

    private Keyring() {}

    /** Where the keys of a backup lie. */
    public static Path beside(Path backup) {
        return backup.resolveSibling(backup.getFileName() + "." + NAME);
    }

    /** Copies the file, with its permissions; false if there is none. */
    public static boolean copy(Path from, Path to) {
        if (!Files.exists(from)) {
            return false;
        }
        try {
            Path unfinished = to.resolveSibling(to.getFileName() + ".unfinished");
            Files.copy(from, unfinished, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
            Files.move(unfinished, to, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException("the keys could not be copied to " + to + "; copy " + from + " by hand", e);
        }
    }
}
