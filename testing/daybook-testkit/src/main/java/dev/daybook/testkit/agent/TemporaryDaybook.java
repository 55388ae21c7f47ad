package dev.daybook.testkit.agent;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.LocalDaybook;
import dev.daybook.local.InMemoryStore;
import dev.daybook.testkit.CountingIds;
import dev.daybook.testkit.FixedClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A daybook of one test; closing it deletes its folder. */
final class TemporaryDaybook implements AutoCloseable {

    /** Longer than any embedder of a test takes: the ranking must not depend on the load of the machine. */
    private static final Duration CATCH_UP = Duration.ofSeconds(30);

    private final LocalDaybook daybook;
    private final FixedClock clock;
    private final @Nullable Path folder;

    private TemporaryDaybook(LocalDaybook daybook, FixedClock clock, @Nullable Path folder) {
        this.daybook = daybook;
        this.clock = clock;
        this.folder = folder;
    }

    static TemporaryDaybook inMemory(FixedClock clock, UnaryOperator<DaybookBuilder> parts) {
        return new TemporaryDaybook(open(Daybook.builder(new InMemoryStore()), clock, parts), clock, null);
    }

    static TemporaryDaybook inFolder(FixedClock clock, UnaryOperator<DaybookBuilder> parts) {
        Path folder = newFolder();
        boolean done = false;
        try {
            LocalDaybook daybook = open(Daybook.builder(folder), clock, parts);
            done = true;
            return new TemporaryDaybook(daybook, clock, folder);
        } catch (IllegalStateException noStore) {
            throw new IllegalStateException(
                    noStore.getMessage() + "; a test without files uses DaybookExtension.inMemory()", noStore);
        } finally {
            if (!done) {
                delete(folder);
            }
        }
    }

    private static LocalDaybook open(DaybookBuilder builder, FixedClock clock, UnaryOperator<DaybookBuilder> parts) {
        return parts.apply(builder.clock(clock)
                        .ids(new CountingIds())
                        .catchUp(CATCH_UP)
                        .questionTimeout(CATCH_UP))
                .open();
    }

    LocalDaybook daybook() {
        return daybook;
    }

    FixedClock clock() {
        return clock;
    }

    @Override
    public void close() {
        try {
            daybook.close();
        } finally {
            if (folder != null) {
                delete(folder);
            }
        }
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("daybook-test");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a temporary folder: " + e.getMessage(), e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> tree = Files.walk(folder)) {
            List<Path> innermostFirst = tree.sorted(Comparator.reverseOrder()).toList();
            for (Path path : innermostFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + folder + ": " + e.getMessage(), e);
        }
    }
}
