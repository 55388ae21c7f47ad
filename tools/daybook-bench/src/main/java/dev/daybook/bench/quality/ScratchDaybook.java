package dev.daybook.bench.quality;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A daybook in a temporary folder that goes away with it; but for the embedder and the clock it is as anybody gets it. */
public record ScratchDaybook(Path folder, LocalDaybook daybook, AskingClock clock) implements AutoCloseable {

    public static ScratchDaybook open(EmbedderChoice embedder) {
        try {
            Path folder = Files.createTempDirectory("daybook-eval");
            AskingClock clock = new AskingClock();
            return new ScratchDaybook(
                    folder, embedder.in(Daybook.builder(folder)).clock(clock).open(), clock);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a temporary folder: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        daybook.close();
        try (Stream<Path> tree = Files.walk(folder)) {
            List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete the temporary folder " + folder + ": " + e.getMessage(), e);
        }
    }
}
