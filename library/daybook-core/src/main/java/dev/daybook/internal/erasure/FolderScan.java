package dev.daybook.internal.erasure;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads files and marks the texts in each. */
final class FolderScan {

    private FolderScan() {}

    /**
     * The texts in some files.
     *
     * @param files the files that were read, with the numbers of their bytes
     * @param byFile the numbers of the texts of each file that has any
     * @param unsearched the files that could not be read, or whose content cannot be seen in their bytes, with the reasons
     */
    record ScanResult(Map<Path, Long> files, Map<Path, BitSet> byFile, Map<Path, String> unsearched) {

        /** Adds texts that were found in another way than in a file. */
        ScanResult with(Path place, BitSet found) {
            if (found.isEmpty()) {
                return this;
            }
            Map<Path, BitSet> all = new LinkedHashMap<>(byFile);
            all.put(place, (BitSet) found.clone());
            return new ScanResult(files, all, unsearched);
        }

        /** Adds places that the listing of the files could not look into. */
        ScanResult with(Map<Path, String> more) {
            Map<Path, String> all = new LinkedHashMap<>(more);
            all.putAll(unsearched);
            return new ScanResult(files, byFile, all);
        }
    }

    /**
     * Scans files in this process.
     *
     * @param progress receives each file before it is read
     */
    static ScanResult run(List<Path> files, TextSearch textSearch, Consumer<Path> progress) {
        Map<Path, BitSet> byFile = new LinkedHashMap<>();
        Map<Path, Long> read = new LinkedHashMap<>();
        Map<Path, String> unsearched = new LinkedHashMap<>();
        for (Path file : files) {
            progress.accept(file);
            BitSet found = new BitSet();
            try {
                read.put(file, textSearch.search(file, found));
                compression(file).ifPresent(reason -> unsearched.put(file, reason));
            } catch (NoSuchFileException deleted) {
                continue;
            } catch (IOException e) {
                unsearched.put(file, "it cannot be read: " + e);
            }
            if (!found.isEmpty()) {
                byFile.put(file, found);
            }
        }
        return new ScanResult(read, byFile, unsearched);
    }

    private static Optional<String> compression(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return CompressedForm.of(in.readNBytes(CompressedForm.MAX_LENGTH))
                    .map(form -> "it is compressed (" + form + "); unpack it");
        }
    }
}
