package dev.daybook.internal.erasure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * A way to search the files of a folder: in this process, or in another one while this process has the folder open.
 * Immutable.
 */
public final class FileSearch {

    private final List<Path> roots;
    private final Scan scan;

    private FileSearch(List<Path> roots, Scan scan) {
        this.roots = roots;
        this.scan = scan;
    }

    /**
     * Creates a search of a folder that this process has open: another process reads the files, so that no file lock is
     * lost.
     */
    public static FileSearch ofOpen(Path folder) {
        return new FileSearch(List.of(folder), ScanProcess::run);
    }

    /**
     * Creates a search of a folder that no daybook of this process has open.
     *
     * @param progress receives each file before it is read
     */
    public static FileSearch ofClosed(Path folder, Consumer<Path> progress) {
        return new FileSearch(
                List.of(folder),
                (files, pieces, values) -> FolderScan.run(files, new TextSearch(pieces, values), progress));
    }

    /** Returns a search of further files and folders too: backups, exports, logs. */
    public FileSearch also(Collection<Path> places) {
        List<Path> more = new ArrayList<>(roots);
        more.addAll(places);
        return new FileSearch(List.copyOf(more), scan);
    }

    /**
     * Returns the real paths of the files in some files and folders, with those behind links.
     *
     * @throws IllegalArgumentException if a place holds nothing that could be searched
     */
    public static List<Path> filesIn(Collection<Path> places) {
        return FileListing.of(List.copyOf(places)).files();
    }

    FolderScan.ScanResult run(List<byte[]> pieces, List<byte[]> values) {
        FileListing listing = FileListing.of(roots);
        return scan.run(listing.files(), pieces, values).with(listing.unsearched());
    }

    private interface Scan {
        FolderScan.ScanResult run(List<Path> files, List<byte[]> pieces, List<byte[]> values);
    }
}
