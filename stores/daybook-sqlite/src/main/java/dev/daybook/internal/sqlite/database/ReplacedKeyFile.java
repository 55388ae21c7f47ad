package dev.daybook.internal.sqlite.database;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A key file that another one has replaced: it had no master key, or was of an earlier build. A second name keeps it until
 * its keys are overwritten on the disk, also after a kill in between.
 *
 * @param path the name of the key file
 */
record ReplacedKeyFile(Path path) {

    /** Earlier builds replaced only keys that were not wrapped. */
    static final String SUFFIX = ".unwrapped";

    private Path name() {
        return path.resolveSibling(path.getFileName() + SUFFIX);
    }

    /** Gives the file its second name, before the other file takes the first one. */
    void keep() throws IOException {
        Files.deleteIfExists(name());
        try {
            Files.createLink(name(), path);
        } catch (UnsupportedOperationException | IOException noLinks) {
            System.getLogger(ReplacedKeyFile.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "the file system has no hard links, so the former keys of " + path
                                    + " are deleted and not overwritten",
                            noLinks);
        }
    }

    /** Overwrites and deletes the replaced file, if it is there. */
    void overwrite() throws IOException {
        if (!Files.exists(name())) {
            return;
        }
        if (!Files.isSameFile(name(), path)) {
            try (RandomAccessFile file = new RandomAccessFile(name().toFile(), "rw")) {
                byte[] zeros = new byte[KeyFile.PAGE];
                for (long at = 0; at < file.length(); at += zeros.length) {
                    file.seek(at);
                    file.write(zeros, 0, (int) Math.min(zeros.length, file.length() - at));
                }
                file.getFD().sync();
            }
        }
        Files.delete(name());
    }
}
