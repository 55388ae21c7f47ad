package dev.daybook.replay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Folders for memories that last as long as a run. */
final class ReplayFolder implements AutoCloseable {

    private final Path root;
    private final Map<String, Path> folders = new LinkedHashMap<>();

    ReplayFolder() {
        try {
            root = Files.createTempDirectory("daybook-replay");
        } catch (IOException e) {
            throw new UncheckedIOException("no folder for the memory of a run can be made", e);
        }
    }

    /** The folder of a name, always the same. A name is no path: it comes from a file. */
    Path folder(String name) {
        return folders.computeIfAbsent(name, unused -> root.resolve("memory-" + folders.size()));
    }

    @Override
    public void close() throws IOException {
        List<Path> paths;
        try (Stream<Path> below = Files.walk(root)) {
            paths = below.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : paths) {
            Files.deleteIfExists(path);
        }
    }
}
