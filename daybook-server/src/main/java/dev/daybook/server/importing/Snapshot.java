package dev.daybook.server.importing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A copy of an SQLite file as it was at one moment, in a temporary folder of its own. The source is read as plain bytes
 * and never opened with SQLite, which would put files beside it and hold up its writers.
 *
 * <p>A copy is of one moment if its beginning, its size and its time are the same before and after, its rollback journal
 * too, and the write-ahead log has not begun anew in between: what was added to the log meanwhile does no harm, because
 * SQLite reads it up to the last commit that is whole.
 */
record Snapshot(Path folder, Path file) implements AutoCloseable {

    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

    /** The header of SQLite has 100 bytes, with a counter of changes among them; that of its log has 32, with salts. */
    private static final int HEADER = 100;

    private static final int LOG_HEADER = 32;

    private static final String JOURNAL = "-journal";
    private static final String LOG = "-wal";

    /** A program that writes now and then is caught between two writes; one that always writes has to be stopped. */
    private static final int ATTEMPTS = 20;

    private static final long PAUSE_MILLIS = 100;

    /** What must be the same before and after a copy. */
    private record Still(String main, String journal, String log) {

        static Still of(Path file) throws IOException {
            return new Still(
                    told(file, HEADER, true),
                    told(beside(file, JOURNAL), HEADER, true),
                    told(beside(file, LOG), LOG_HEADER, false));
        }

        private static String told(Path file, int header, boolean whole) throws IOException {
            try {
                String beginning = Arrays.toString(beginning(file, header));
                return whole ? beginning + Files.size(file) + Files.getLastModifiedTime(file) : beginning;
            } catch (NoSuchFileException absent) {
                return "";
            }
        }
    }

    static Snapshot of(Path named) {
        try {
            // The files beside it are beside what a link points to.
            Path file = named.toRealPath();
            requireSqlite(file);
            Path folder = Files.createTempDirectory("daybook-import");
            Snapshot snapshot = new Snapshot(folder, folder.resolve("copy.db"));
            snapshot.leaveWithTheProcess();
            try {
                snapshot.copy(file);
                return snapshot;
            } catch (IOException | RuntimeException e) {
                snapshot.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UnreadableSourceException(
                    "cannot copy " + named + " (" + e + "); see that it can be read and that"
                            + " the folder for temporary files has room for it",
                    e);
        }
    }

    /** Somebody may end the process by a signal; what it copied are the memories of people. */
    private void leaveWithTheProcess() {
        folder.toFile().deleteOnExit();
        for (String suffix : List.of("", JOURNAL, LOG, "-shm")) {
            beside(file, suffix).toFile().deleteOnExit();
        }
    }

    private static void requireSqlite(Path file) throws IOException {
        // A file of no bytes is what SQLite makes before anything is written.
        byte[] beginning = beginning(file, MAGIC.length);
        if (beginning.length > 0 && !Arrays.equals(beginning, MAGIC)) {
            throw new IllegalArgumentException(
                    file + " is no SQLite file, or its beginning is damaged; name another, or restore a backup of it");
        }
    }

    private void copy(Path from) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (attempt > 0) {
                pause();
            }
            Still before = Still.of(from);
            copy(from, "");
            copy(from, JOURNAL);
            copy(from, LOG);
            if (before.equals(Still.of(from))) {
                return;
            }
        }
        throw new UnreadableSourceException(
                from + " is being written all the time; stop the program that writes it, and import again", null);
    }

    private void copy(Path from, String suffix) throws IOException {
        Path to = beside(file, suffix);
        try {
            Files.copy(beside(from, suffix), to, StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException absent) {
            if (suffix.isEmpty()) {
                throw absent;
            }
            Files.deleteIfExists(to);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnreadableSourceException("the import was interrupted; import again", e);
        }
    }

    private static byte[] beginning(Path file, int length) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(length);
        }
    }

    private static Path beside(Path file, String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.toList()) {
                Files.deleteIfExists(each);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete the temporary folder " + folder + ": " + e.getMessage(), e);
        }
    }
}
