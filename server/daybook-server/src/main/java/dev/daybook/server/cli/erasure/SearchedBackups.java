package dev.daybook.server.cli.erasure;

import dev.daybook.LocalDaybook;
import dev.daybook.internal.erasure.ErasureSearch;
import dev.daybook.internal.erasure.FileSearch;
import dev.daybook.server.cli.options.EmbedderOption;
import dev.daybook.server.cli.terminal.ProgressLine;
import dev.daybook.server.files.ScratchFolder;
import dev.daybook.spi.MasterKeys;
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

/**
 * The search of backups for forgotten texts. A backup is encrypted with keys of its own, so each one is restored into a
 * scratch folder and its records are searched there.
 */
final class SearchedBackups {

    private static final byte[] SQLITE = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

    private final List<Path> decrypted = new ArrayList<>();
    private final List<Path> unreadable = new ArrayList<>();
    private final MasterKeys masters;

    SearchedBackups(MasterKeys masters) {
        this.masters = masters;
    }

    /**
     * Searches the backups among some files and folders.
     *
     * @param folder the data folder, whose own files are searched as records of the store; they must not be opened,
     *     since that could drop its locks
     */
    void search(ErasureSearch proof, Path folder, List<Path> places, ProgressLine progress) {
        try {
            Path own = folder.toRealPath();
            for (Path file : FileSearch.filesIn(places)) {
                if (!file.startsWith(own) && isBackup(file)) {
                    progress.at("decrypting " + file.getFileName());
                    (search(proof, file) ? decrypted : unreadable).add(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot find the files of " + folder + ": " + e.getMessage(), e);
        }
    }

    /** Returns whether the backup could be read. */
    private boolean search(ErasureSearch proof, Path backup) {
        try (ScratchFolder scratch = ScratchFolder.make("daybook-certificate")) {
            Path folder = scratch.path().resolve("restored");
            if (!SqliteStore.restore(backup, folder, false, masters).ok()) {
                return false;
            }
            try (LocalDaybook restored =
                    EmbedderOption.NONE.builder(folder).masterKeys(masters).open()) {
                proof.searchBackup(backup, restored);
            }
            return true;
        } catch (RuntimeException notRestorable) {
            return false;
        }
    }

    /**
     * Returns whether a file claims to be a backup: it begins as a database, or ends as a backup does. One that only ends
     * so was changed, or is wrapped in something, and nothing is known of its records.
     */
    private static boolean isBackup(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(SQLITE.length), SQLITE) || SqliteStore.isBackup(file);
        } catch (IOException unreadable) {
            // The search of the files names it.
            return false;
        }
    }

    /** Returns the backups whose records were searched. */
    List<Path> decrypted() {
        return decrypted;
    }

    /** Returns the files that claim to be backups and cannot be restored: only their bytes were searched. */
    List<Path> unreadable() {
        return unreadable;
    }
}
