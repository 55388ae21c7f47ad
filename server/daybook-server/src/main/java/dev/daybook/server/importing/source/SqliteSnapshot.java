package dev.daybook.server.importing.source;

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
 * A point-in-time copy of an SQLite file, in a temporary folder. The source is read as plain bytes and never opened
 * with SQLite, which would create files beside it and block its writers.
 *
 * <p>A copy is consistent if the header, size and time of the file and its rollback journal are the same before and
 * after, and the write-ahead log was not restarted in between: frames appended to the log meanwhile are harmless,
 * because SQLite reads up to the last complete commit.
 */
public record SqliteSnapshot(Path folder, Path file) implements AutoCloseable {

    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

    /** Sizes of the headers: the database's has 100 bytes with a change counter, the log's 32 with salts. */
    private static final int HEADER = 100;

    private static final int LOG_HEADER = 32;

    private static final String JOURNAL = "-journal";
    private static final String LOG = "-wal";

    /** An occasional writer is caught between two writes; a permanent writer must be stopped. */
    private static final int ATTEMPTS = 20;

    private static final long PAUSE_MILLIS = 100;

    /** The state that must be the same before and after a copy. */
    private record FileStates(String main, String journal, String log) {

        static FileStates of(Path file) throws IOException {
            return new FileStates(
                    state(file, HEADER, true),
                    state(beside(file, JOURNAL), HEADER, true),
                    state(beside(file, LOG), LOG_HEADER, false));
        }

        private static String state(Path file, int header, boolean whole) throws IOException {
            try {
                String beginning = Arrays.toString(beginning(file, header));
                return whole ? beginning + Files.size(file) + Files.getLastModifiedTime(file) : beginning;
            } catch (NoSuchFileException absent) {
                return "";
            }
        }
    }

    static SqliteSnapshot of(Path named) {
        try {
            // The journal and the log are beside the target of a link.
            Path file = named.toRealPath();
            requireSqlite(file);
            Path folder = Files.createTempDirectory("daybook-import");
            SqliteSnapshot snapshot = new SqliteSnapshot(folder, folder.resolve("copy.db"));
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
                    "cannot copy " + named + " (" + e + "); check its permissions and that"
                            + " the folder for temporary files has room for it",
                    e);
        }
    }

    /** Deletes the copy when the process is ended by a signal: it holds private memories. */
    private void leaveWithTheProcess() {
        folder.toFile().deleteOnExit();
        for (String suffix : List.of("", JOURNAL, LOG, "-shm")) {
            beside(file, suffix).toFile().deleteOnExit();
        }
    }

    /** Returns whether a file begins like an SQLite file. */
    public static boolean isSqlite(Path file) {
        try {
            return Files.isRegularFile(file) && Arrays.equals(beginning(file, MAGIC.length), MAGIC);
        } catch (IOException e) {
            return false;
        }
    }

    private static void requireSqlite(Path file) throws IOException {
        // SQLite creates an empty file before its first write.
        byte[] beginning = beginning(file, MAGIC.length);
        if (beginning.length > 0 && !Arrays.equals(beginning, MAGIC)) {
            throw new IllegalArgumentException(file
                    + " is not an SQLite file, or its header is damaged; name another file, or restore a backup of it");
        }
    }

    private void copy(Path from) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (attempt > 0) {
                pause();
            }
            FileStates before = FileStates.of(from);
            copy(from, "");
            copy(from, JOURNAL);
            copy(from, LOG);
            if (before.equals(FileStates.of(from))) {
                return;
            }
        }
        throw new UnreadableSourceException(
                from + " changes all the time; stop the program that writes it, and import again", null);
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
