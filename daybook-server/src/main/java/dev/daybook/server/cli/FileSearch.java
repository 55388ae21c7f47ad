package dev.daybook.server.cli;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
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
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Looks for needles in every file of a folder. Closing any handle on a file drops the locks that this process holds on it
 * (POSIX locks belong to the process), so a process that has the folder open lets another one look: this program, started
 * once more for nothing else.
 */
final class FileSearch {

    private FileSearch() {}

    /**
     * What was found.
     *
     * @param byFile which needles are in which file; files without any are left out
     */
    record Found(int files, long bytes, Map<Path, BitSet> byFile) {}

    /** Looks in this process, which must not have the folder open. */
    static Found here(Path folder, Needles needles, Progress progress) {
        Map<Path, BitSet> byFile = new LinkedHashMap<>();
        long bytes = 0;
        int read = 0;
        for (Path file : files(folder)) {
            progress.at("searching " + file.getFileName());
            BitSet found = new BitSet();
            try (InputStream in = Files.newInputStream(file)) {
                bytes += needles.search(in, found);
                read++;
            } catch (NoSuchFileException gone) {
                continue;
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + file + " to search it: " + e.getMessage(), e);
            }
            if (!found.isEmpty()) {
                byFile.put(file, found);
            }
        }
        return new Found(read, bytes, byFile);
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

    /** Looks in a process of its own, to which the needles go through a pipe: they are what nobody is to read. */
    static Found apart(Path folder, List<byte[]> needles) {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                FileSearch.class.getName());
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                return answer(process, folder, needles);
            } finally {
                process.destroy();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the files of " + folder + " could not be searched: " + e.getMessage(), e);
        }
    }

    private static Found answer(Process process, Path folder, List<byte[]> needles) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()))) {
            out.writeUTF(folder.toAbsolutePath().toString());
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
            int files = in.readInt();
            long bytes = in.readLong();
            Map<Path, BitSet> byFile = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                Path file = Path.of(in.readUTF());
                byFile.put(file, BitSet.valueOf(in.readNBytes(in.readInt())));
            }
            return new Found(files, bytes, byFile);
        }
    }

    /** The process of its own: needles in, what was found out. */
    public static void main(String[] arguments) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out));
        Path folder = Path.of(in.readUTF());
        List<byte[]> needles = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            needles.add(in.readNBytes(in.readInt()));
        }
        try {
            write(here(folder, new Needles(needles), new Progress(Terminal.ofProcess())), out);
        } catch (UncheckedIOException e) {
            out.writeUTF(String.valueOf(e.getMessage()));
        }
        out.flush();
    }

    private static void write(Found found, DataOutputStream out) throws IOException {
        out.writeUTF("");
        out.writeInt(found.files());
        out.writeLong(found.bytes());
        out.writeInt(found.byFile().size());
        for (Map.Entry<Path, BitSet> each : found.byFile().entrySet()) {
            byte[] bits = each.getValue().toByteArray();
            out.writeUTF(each.getKey().toString());
            out.writeInt(bits.length);
            out.write(bits);
        }
    }
}
