package dev.daybook.erasure;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A way to search the files of a folder: in this process, or in another one while this process has the folder open. */
public final class FileSearch {

    private final Scan scan;

    private FileSearch(Scan scan) {
        this.scan = scan;
    }

    /**
     * Creates a search of a folder that this process has open: another process reads the files, so that no file lock is
     * lost.
     */
    public static FileSearch ofOpen(Path folder) {
        return new FileSearch((texts, byteSearch) -> ScanProcess.run(folder, texts));
    }

    /**
     * Creates a search of a folder that no daybook of this process has open.
     *
     * @param progress receives each file before it is read
     */
    public static FileSearch ofClosed(Path folder, Consumer<Path> progress) {
        return new FileSearch((texts, byteSearch) -> FolderScan.run(folder, byteSearch, progress));
    }

    FolderScan.ScanResult run(List<byte[]> pieces, ByteSearch byteSearch) {
        return scan.run(pieces, byteSearch);
    }

    private interface Scan {
        FolderScan.ScanResult run(List<byte[]> pieces, ByteSearch byteSearch);
    }
}
