package dev.daybook.server.importing.chat;

import dev.daybook.server.importing.history.HistoryFormat;
import dev.daybook.server.importing.source.UnreadableSourceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** The files of a chat history: one file, or the files of a folder or of a zip archive that belong to it. To be closed. */
record HistoryFiles(List<HistoryFile> files, @Nullable ZipFile archive) implements AutoCloseable {

    private static final int MAX_FILES = 1_000_000;
    private static final String CHAT = "_chat.txt";
    private static final Pattern SUFFIX = Pattern.compile("\\.zip$");
    private static final String ZIP = "PK\3\4";
    private static final String GZIP = "\37\213";
    private static final String SQLITE = "SQLite format 3";

    /**
     * Finds the files.
     *
     * @throws IllegalArgumentException if there is none
     * @throws UnreadableSourceException if an archive is damaged
     */
    static HistoryFiles open(Path path, HistoryFormat format) {
        try {
            HistoryFiles found = find(path, format);
            if (found.files.isEmpty()) {
                found.close();
                throw new IllegalArgumentException(
                        path + " has no file " + format.files() + "; --from " + format.label() + " reads "
                                + format.what() + ", name its folder, its archive or a file of it");
            }
            return found;
        } catch (IOException e) {
            throw new UnreadableSourceException("cannot read " + path + " (" + e + "); check its permissions", e);
        }
    }

    private static HistoryFiles find(Path path, HistoryFormat format) throws IOException {
        if (Files.isDirectory(path)) {
            return new HistoryFiles(ofFolder(path, format), null);
        }
        String start = start(path);
        if (start.startsWith(ZIP)) {
            return ofArchive(path, format);
        }
        if (start.startsWith(GZIP) || start.startsWith(SQLITE)) {
            throw new IllegalArgumentException(path + " is "
                    + (start.startsWith(GZIP) ? "compressed with gzip" : "an SQLite database") + "; --from "
                    + format.label() + " reads " + format.what() + ", a folder or a zip archive of it");
        }
        return new HistoryFiles(List.of(file(path)), null);
    }

    private static String start(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            return new String(in.readNBytes(SQLITE.length()), StandardCharsets.ISO_8859_1);
        }
    }

    private static List<HistoryFile> ofFolder(Path folder, HistoryFormat format) throws IOException {
        List<HistoryFile> found = new ArrayList<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            List<Path> sorted = paths.filter(Files::isRegularFile)
                    .filter(path ->
                            format.isFile(folder.relativize(path).toString().replace('\\', '/')))
                    .limit(MAX_FILES)
                    .sorted()
                    .toList();
            for (Path path : sorted) {
                found.add(file(path));
            }
        }
        return found;
    }

    private static HistoryFile file(Path path) throws IOException {
        long size = Files.size(path);
        return new HistoryFile(
                name(path, String.valueOf(path.getFileName())), size, size, () -> Files.newInputStream(path));
    }

    /** Returns the folder of an entry, or the archive if it lies in none. */
    private static Path container(Path archive, String entry) {
        int slash = entry.lastIndexOf('/');
        return slash <= 0 ? archive : Path.of(entry.substring(0, slash).replace('\0', '_'));
    }

    /** Returns the name of a file; WhatsApp on iOS names all chats alike, and their folders or archives by the chat. */
    private static String name(Path path, String file) {
        Path container = path.getFileName().toString().equals(file)
                ? path.toAbsolutePath().getParent()
                : path;
        return file.equals(CHAT) && container != null && container.getFileName() != null
                ? SUFFIX.matcher(container.getFileName().toString()).replaceFirst("")
                : file;
    }

    private static HistoryFiles ofArchive(Path path, HistoryFormat format) {
        try {
            ZipFile archive = new ZipFile(path.toFile());
            List<HistoryFile> found = new ArrayList<>();
            Enumeration<? extends ZipEntry> entries = archive.entries();
            while (entries.hasMoreElements() && found.size() < MAX_FILES) {
                ZipEntry entry = entries.nextElement();
                if (format.isFile(entry.getName()) && !entry.getName().startsWith("__MACOSX/")) {
                    String name = name(
                            container(path, entry.getName()),
                            entry.getName().substring(entry.getName().lastIndexOf('/') + 1));
                    found.add(new HistoryFile(
                            name, entry.getSize(), entry.getCompressedSize(), () -> archive.getInputStream(entry)));
                }
            }
            return new HistoryFiles(found, archive);
        } catch (IOException | IllegalArgumentException e) {
            throw new UnreadableSourceException(
                    path + " is a damaged or truncated zip archive (" + e.getMessage() + "); download it again", e);
        }
    }

    List<HistoryFile> all() {
        return files;
    }

    /** Returns the bytes of all files together, unpacked. */
    long size() {
        return files.stream().mapToLong(file -> Math.max(0, file.size())).sum();
    }

    @Override
    public void close() {
        if (archive != null) {
            try {
                archive.close();
            } catch (IOException e) {
                throw new UnreadableSourceException("cannot close the archive (" + e + ")", e);
            }
        }
    }
}
