package dev.daybook.bench.quality;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.LocalDaybook;
import dev.daybook.MemorySpace;
import dev.daybook.bench.quality.data.DataStatement;
import dev.daybook.model.Space;
import dev.daybook.query.SpaceSettings.Derivation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A daybook in a temporary folder that goes away with it. But for the embedder, the clock and the background derivation, which would make the
 * figures depend on the time, it is as anybody gets it.
 */
public record ScratchDaybook(Path folder, LocalDaybook daybook, AskingClock clock) implements AutoCloseable {

    public static ScratchDaybook open(EmbedderChoice embedder) {
        return open(embedder, builder -> builder);
    }

    /** Opens a daybook whose model answers with recorded statements; it derives facts alone, and when it is asked to. */
    static ScratchDaybook open(EmbedderChoice embedder, List<DataStatement> derived) {
        if (derived.isEmpty()) {
            return open(embedder);
        }
        ScratchDaybook scratch = open(embedder, builder -> builder.languageModel(new RecordedReader(derived)));
        MemorySpace space = scratch.daybook().space(Space.DEFAULT.id());
        space.settings(space.settings().off(Set.of(Derivation.GISTS)));
        return scratch;
    }

    private static ScratchDaybook open(EmbedderChoice embedder, UnaryOperator<DaybookBuilder> options) {
        try {
            Path folder = Files.createTempDirectory("daybook-eval");
            AskingClock clock = new AskingClock();
            return new ScratchDaybook(
                    folder,
                    options.apply(embedder.in(Daybook.builder(folder)).clock(clock))
                            .background(false)
                            .open(),
                    clock);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a temporary folder: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        daybook.close();
        try {
            delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete the temporary folder " + folder + ": " + e.getMessage(), e);
        }
    }

    /** Deletes a folder and all that is in it, if it is there. */
    public static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> tree = Files.walk(folder)) {
                for (Path each : tree.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            }
        }
    }
}
