package dev.daybook.internal.erasure;

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
 * Scans files in a separate process. POSIX locks belong to a process, and closing any handle of a file drops them,
 * so the process with the open store must not read its files. The separate process gets the few classes of the scan as
 * class files, because the class path of this process may be a single jar of jars, a module path or empty.
 */
final class ScanProcess {

    private static final List<String> CLASSES = List.of(
            "ScanProcess",
            "FolderScan",
            "FolderScan$ScanResult",
            "CompressedForm",
            "TextSearch",
            "TextSearch$Source",
            "TextSearch$Observed",
            "ConvertedInput",
            "JsonUnescaping",
            "Utf16Input",
            "WholeValueSearch",
            "WholeValueSearch$ValuePass",
            "ByteSearch");

    private ScanProcess() {}

    /** Scans files; the texts go through a pipe, as no other process may read them. */
    static FolderScan.ScanResult run(List<Path> files, List<byte[]> pieces, List<byte[]> values) {
        try {
            Path classes = Files.createTempDirectory("daybook-scan");
            try {
                copyClasses(classes);
                return run(classes, files, pieces, values);
            } finally {
                delete(classes);
            }
        } catch (EOFException e) {
            throw new UncheckedIOException(
                    "the process that searches the files ended early; close the daybook and search the folder then", e);
        } catch (IOException e) {
            throw new UncheckedIOException("the files could not be searched: " + e.getMessage(), e);
        }
    }

    private static FolderScan.ScanResult run(Path classes, List<Path> files, List<byte[]> pieces, List<byte[]> values)
            throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classes.toString(),
                        ScanProcess.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return answer(process, files, pieces, values);
        } finally {
            process.destroy();
        }
    }

    private static void copyClasses(Path folder) throws IOException {
        for (String type : CLASSES) {
            String file = file(type);
            Path target = folder.resolve(file);
            Files.createDirectories(target.getParent());
            try (InputStream in = ScanProcess.class.getResourceAsStream("/" + file)) {
                if (in == null) {
                    throw new IOException("the class " + type + " is not there as a file");
                }
                Files.copy(in, target);
            }
        }
    }

    private static String file(String type) {
        return ScanProcess.class.getPackageName().replace('.', '/') + "/" + type + ".class";
    }

    private static void delete(Path folder) throws IOException {
        Path last = folder;
        for (String type : CLASSES) {
            Path file = folder.resolve(file(type));
            Files.deleteIfExists(file);
            last = file.getParent();
        }
        for (Path each = last; each != null && each.startsWith(folder); each = each.getParent()) {
            Files.deleteIfExists(each);
        }
    }

    private static FolderScan.ScanResult answer(
            Process process, List<Path> files, List<byte[]> pieces, List<byte[]> values) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()))) {
            out.writeInt(files.size());
            for (Path file : files) {
                out.writeUTF(file.toString());
            }
            write(pieces, out);
            write(values, out);
        }
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(process.getInputStream()))) {
            Map<Path, Long> read = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                read.put(Path.of(in.readUTF()), in.readLong());
            }
            Map<Path, BitSet> byFile = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                Path file = Path.of(in.readUTF());
                byFile.put(file, BitSet.valueOf(in.readNBytes(in.readInt())));
            }
            Map<Path, String> unsearched = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                unsearched.put(Path.of(in.readUTF()), in.readUTF());
            }
            return new FolderScan.ScanResult(read, byFile, unsearched);
        }
    }

    private static void write(List<byte[]> texts, DataOutputStream out) throws IOException {
        out.writeInt(texts.size());
        for (byte[] text : texts) {
            out.writeInt(text.length);
            out.write(text);
        }
    }

    private static List<byte[]> texts(DataInputStream in) throws IOException {
        List<byte[]> texts = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            texts.add(in.readNBytes(in.readInt()));
        }
        return texts;
    }

    /** Runs the scan of the other process: reads the files and the texts, writes the result. */
    public static void main(String[] arguments) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out));
        List<Path> files = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            files.add(Path.of(in.readUTF()));
        }
        write(FolderScan.run(files, new TextSearch(texts(in), texts(in)), file -> {}), out);
        out.flush();
    }

    private static void write(FolderScan.ScanResult found, DataOutputStream out) throws IOException {
        out.writeInt(found.files().size());
        for (Map.Entry<Path, Long> file : found.files().entrySet()) {
            out.writeUTF(file.getKey().toString());
            out.writeLong(file.getValue());
        }
        out.writeInt(found.byFile().size());
        for (Map.Entry<Path, BitSet> each : found.byFile().entrySet()) {
            byte[] bits = each.getValue().toByteArray();
            out.writeUTF(each.getKey().toString());
            out.writeInt(bits.length);
            out.write(bits);
        }
        out.writeInt(found.unsearched().size());
        for (Map.Entry<Path, String> file : found.unsearched().entrySet()) {
            out.writeUTF(file.getKey().toString());
            out.writeUTF(file.getValue());
        }
    }
}
