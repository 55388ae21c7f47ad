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

    /** Searches a folder that this process has open: another process reads the files, so that no lock is lost. */
    public static FileSearch ofOpen(Path folder) {
        return new FileSearch((texts, byteSearch) -> ScanProcess.run(folder, texts));
    }

    /**
     * Searches a folder that this process has not open.
     *
     * @param progress is told the file that is read next
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
