package dev.daybook.erasure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Reads every file of some folders and marks the needles in it. */
final class FolderScan {

    private FolderScan() {}

    /**
     * The needles in some folders.
     *
     * @param files the files that were read
     * @param byFile the needles of each file that has any
     */
    record ScanResult(List<SearchedFile> files, Map<Path, BitSet> byFile) {

        /** Adds needles that were found in another way than in a file. */
        ScanResult with(Path place, BitSet found) {
            if (found.isEmpty()) {
                return this;
            }
            Map<Path, BitSet> all = new LinkedHashMap<>(byFile);
            all.put(place, (BitSet) found.clone());
            return new ScanResult(files, all);
        }
    }

    /**
     * Scans folders and files in this process.
     *
     * @param progress receives each file before it is read
     */
    static ScanResult run(List<Path> roots, ByteSearch byteSearch, Consumer<Path> progress) {
        Map<Path, BitSet> byFile = new LinkedHashMap<>();
        List<SearchedFile> read = new ArrayList<>();
        for (Path file : files(roots)) {
            progress.accept(file);
            BitSet found = new BitSet();
            try (InputStream in = Files.newInputStream(file)) {
                read.add(new SearchedFile(file, byteSearch.search(in, found)));
            } catch (NoSuchFileException deleted) {
                continue;
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + file + " to search it: " + e.getMessage(), e);
            }
            if (!found.isEmpty()) {
                byFile.put(file, found);
            }
        }
        return new ScanResult(read, byFile);
    }

    /** Returns each file once, also if a root contains another. */
    private static Set<Path> files(List<Path> roots) {
        Set<Path> files = new LinkedHashSet<>();
        roots.forEach(root -> files.addAll(files(root)));
        return files;
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> tree = Files.walk(folder)) {
            return tree.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder + " to search it: " + e.getMessage(), e);
        }
    }
}
