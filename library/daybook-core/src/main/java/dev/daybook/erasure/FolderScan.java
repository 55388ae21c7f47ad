package dev.daybook.erasure;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
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
     * @param files the files that were read
     * @param byFile the numbers of the texts of each file that has any
     * @param unsearched the files that could not be read, or whose content cannot be seen in their bytes
     */
    record ScanResult(List<SearchedFile> files, Map<Path, BitSet> byFile, List<UnsearchedFile> unsearched) {

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
        ScanResult with(List<UnsearchedFile> more) {
            List<UnsearchedFile> all = new ArrayList<>(more);
            all.addAll(unsearched);
            return new ScanResult(files, byFile, List.copyOf(all));
        }
    }

    /**
     * Scans files in this process.
     *
     * @param progress receives each file before it is read
     */
    static ScanResult run(List<Path> files, TextSearch textSearch, Consumer<Path> progress) {
        Map<Path, BitSet> byFile = new LinkedHashMap<>();
        List<SearchedFile> read = new ArrayList<>();
        List<UnsearchedFile> unsearched = new ArrayList<>();
        for (Path file : files) {
            progress.accept(file);
            BitSet found = new BitSet();
            try {
                read.add(new SearchedFile(file, textSearch.search(file, found)));
                compression(file).ifPresent(unsearched::add);
            } catch (NoSuchFileException deleted) {
                continue;
            } catch (IOException e) {
                unsearched.add(new UnsearchedFile(file, "it cannot be read: " + e));
            }
            if (!found.isEmpty()) {
                byFile.put(file, found);
            }
        }
        return new ScanResult(read, byFile, unsearched);
    }

    private static Optional<UnsearchedFile> compression(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return CompressedForm.of(in.readNBytes(CompressedForm.MAX_LENGTH))
                    .map(form -> new UnsearchedFile(file, "it is compressed (" + form + "); unpack it"));
        }
    }
}
