package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.erasure.ErasureProof;
import dev.daybook.sqlite.SqliteStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The search of backups for forgotten texts. A backup is encrypted with keys of its own, so each one is restored into a
 * scratch folder and its records are searched there.
 */
final class SearchedBackups {

    private static final byte[] SQLITE = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

    private final List<Path> decrypted = new ArrayList<>();
    private final List<Path> unreadable = new ArrayList<>();

    /** Searches the backups among some files and folders. */
    void search(ErasureProof proof, List<Path> places, ProgressLine progress) {
        for (Path place : places) {
            for (Path backup : backups(place)) {
                progress.at("decrypting " + backup.getFileName());
                (search(proof, backup) ? decrypted : unreadable).add(backup);
            }
        }
    }

    /** Returns whether the backup could be read. */
    private static boolean search(ErasureProof proof, Path backup) {
        try (ScratchFolder scratch = ScratchFolder.make("daybook-certificate")) {
            Path folder = scratch.path().resolve("restored");
            if (!SqliteStore.restore(backup, folder, false).ok()) {
                return false;
            }
            try (Daybook restored = EmbedderOption.NONE.builder(folder).open()) {
                proof.searchBackup(backup, restored);
            }
            return true;
        } catch (RuntimeException notRestorable) {
            return false;
        }
    }

    private static List<Path> backups(Path place) {
        try (Stream<Path> tree = Files.walk(place)) {
            return tree.filter(Files::isRegularFile)
                    .filter(SearchedBackups::isDatabase)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + place + " to search it: " + e.getMessage(), e);
        }
    }

    private static boolean isDatabase(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(SQLITE.length), SQLITE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + " to search it: " + e.getMessage(), e);
        }
    }

    /** Returns the backups whose records were searched. */
    List<Path> decrypted() {
        return decrypted;
    }

    /** Returns the databases that are no readable backups: only their bytes were searched. */
    List<Path> unreadable() {
        return unreadable;
    }
}
