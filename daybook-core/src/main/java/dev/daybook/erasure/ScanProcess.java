package dev.daybook.erasure;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Scans folders in a separate process. POSIX locks belong to a process, and closing any handle of a file drops them,
 * so the process with the open store must not read its files. The separate process gets the few classes of the scan as
 * class files, because the class path of this process may be a single jar of jars, a module path or empty.
 */
final class ScanProcess {

    private static final List<Class<?>> CLASSES = List.of(
            ScanProcess.class, FolderScan.class, FolderScan.ScanResult.class, SearchedFile.class, ByteSearch.class);

    private ScanProcess() {}

    /** Scans folders and files; the needles go through a pipe, as no other process may read them. */
    static FolderScan.ScanResult run(List<Path> roots, List<byte[]> needles) {
        try {
            Path classes = Files.createTempDirectory("daybook-scan");
            try {
                copyClasses(classes);
                return run(classes, roots, needles);
            } finally {
                delete(classes);
            }
        } catch (EOFException e) {
            throw new UncheckedIOException(
                    "the process that searches " + roots + " ended early; close the daybook and search the folder then",
                    e);
        } catch (IOException e) {
            throw new UncheckedIOException("the files of " + roots + " could not be searched: " + e.getMessage(), e);
        }
    }

    private static FolderScan.ScanResult run(Path classes, List<Path> roots, List<byte[]> needles) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classes.toString(),
                        ScanProcess.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return answer(process, roots, needles);
        } finally {
            process.destroy();
        }
    }

    private static void copyClasses(Path folder) throws IOException {
        for (Class<?> type : CLASSES) {
            String file = type.getName().replace('.', '/') + ".class";
            Path target = folder.resolve(file);
            Files.createDirectories(target.getParent());
            try (InputStream in = type.getResourceAsStream("/" + file)) {
                if (in == null) {
                    throw new IOException("the class " + type.getName() + " is not there as a file");
                }
                Files.copy(in, target);
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        Path last = folder;
        for (Class<?> type : CLASSES) {
            Path file = folder.resolve(type.getName().replace('.', '/') + ".class");
            Files.deleteIfExists(file);
            last = file.getParent();
        }
        for (Path each = last; each != null && each.startsWith(folder); each = each.getParent()) {
            Files.deleteIfExists(each);
        }
    }

    private static FolderScan.ScanResult answer(Process process, List<Path> roots, List<byte[]> needles)
            throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()))) {
            out.writeInt(roots.size());
            for (Path root : roots) {
                out.writeUTF(root.toAbsolutePath().toString());
            }
            out.writeInt(needles.size());
            for (byte[] needle : needles) {
                out.writeInt(needle.length);
                out.write(needle);
            }
        }
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(process.getInputStream()))) {
            String failure = in.readUTF();
            if (!failure.isEmpty()) {
                throw new IOException(failure);
            }
            List<SearchedFile> files = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                files.add(new SearchedFile(Path.of(in.readUTF()), in.readLong()));
            }
            Map<Path, BitSet> byFile = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                Path file = Path.of(in.readUTF());
                byFile.put(file, BitSet.valueOf(in.readNBytes(in.readInt())));
            }
            return new FolderScan.ScanResult(files, byFile);
        }
    }

    /** Runs the scan of the other process: reads the needles, writes the result. */
    public static void main(String[] arguments) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out));
        List<Path> roots = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            roots.add(Path.of(in.readUTF()));
        }
        List<byte[]> needles = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            needles.add(in.readNBytes(in.readInt()));
        }
        try {
            write(FolderScan.run(roots, new ByteSearch(needles), file -> {}), out);
        } catch (UncheckedIOException e) {
            out.writeUTF(String.valueOf(e.getMessage()));
        }
        out.flush();
    }

    private static void write(FolderScan.ScanResult found, DataOutputStream out) throws IOException {
        out.writeUTF("");
        out.writeInt(found.files().size());
        for (SearchedFile file : found.files()) {
            out.writeUTF(file.file().toString());
            out.writeLong(file.bytes());
        }
        out.writeInt(found.byFile().size());
        for (Map.Entry<Path, BitSet> each : found.byFile().entrySet()) {
            byte[] bits = each.getValue().toByteArray();
            out.writeUTF(each.getKey().toString());
            out.writeInt(bits.length);
            out.write(bits);
        }
    }
}
