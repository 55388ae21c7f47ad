package dev.daybook.all;

import static dev.daybook.contract.MemoryContract.NOON;

import dev.daybook.Daybook;
import dev.daybook.contract.derivation.ReadingModel;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.query.ExtractionOptions;
import dev.daybook.sqlite.SqliteStore;
import dev.daybook.store.Store;
import dev.daybook.testkit.FixedClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random sequences of operations on the memories of a space, compared with a model of plain lists and maps. A failure
 * prints the seed and the shortest sequence that still fails. The numbers of sequences: {@code -Ddaybook.sequences=N} in
 * memory and {@code -Ddaybook.sequences.files=N} on files; other ones: {@code -Ddaybook.seed=N}.
 */
class MemorySequencesTest {

    private static final int IN_MEMORY = Integer.getInteger("daybook.sequences", 200);
    private static final int ON_FILES = Integer.getInteger("daybook.sequences.files", 10);
    private static final int MAX_LENGTH = 40;

    /** A store of very many spaces says no more, and takes longer. */
    private static final int SEQUENCES_OF_A_STORE = 1_000;

    private final long seed = Long.getLong("daybook.seed", 20_261_124);
    private final Random random = new Random(seed);
    private final FixedClock clock = FixedClock.at(NOON);

    @TempDir
    Path folder;

    private @Nullable Store inMemory;
    private @Nullable Daybook daybook;
    private int spaces;

    @AfterEach
    void close() {
        if (daybook != null) {
            daybook.close();
        }
    }

    @Test
    void in_memory_a_daybook_agrees_with_plain_lists_after_any_sequence() {
        runAll(IN_MEMORY, false);
    }

    @Test
    void on_files_a_daybook_agrees_with_plain_lists_after_any_sequence() {
        runAll(ON_FILES, true);
    }

    private void runAll(int sequences, boolean onFiles) {
        long steps = 0;
        for (int number = 0; number < sequences; number++) {
            if (number % SEQUENCES_OF_A_STORE == 0) {
                close();
                inMemory = onFiles ? null : new InMemoryStore();
                open(number);
            }
            List<SequenceStep> sequence = Stream.generate(() -> SequenceStep.next(random))
                    .limit(1 + random.nextInt(MAX_LENGTH))
                    .toList();
            Throwable failure = failure(sequence, number);
            if (failure != null) {
                throw failed(sequence, number, failure);
            }
            steps += sequence.size();
        }
        System.out.printf(
                "%,d sequences of %,d operations %s, seed %d: 0 divergences%n",
                sequences, steps, onFiles ? "on files" : "in memory", seed);
    }

    private void open(int number) {
        Store store = inMemory == null
                ? SqliteStore.open(folder.resolve("store" + number / SEQUENCES_OF_A_STORE))
                : new StayingStore(inMemory);
        daybook = Daybook.builder(store)
                .noEmbedder()
                .clock(clock)
                .languageModel(new ReadingModel())
                // The model of the memory has an operation for each episode.
                .extraction(ExtractionOptions.DEFAULTS.windowTokens(0))
                .background(false)
                .retryAfter(Duration.ZERO)
                .open();
    }

    /** A store that outlives the daybook over it. */
    private static final class StayingStore extends ForwardingStore {
        StayingStore(Store store) {
            super(store);
        }

        @Override
        public void close() {}
    }

    /** Runs a sequence in a new space and returns its failure, or null. */
    private @Nullable Throwable failure(List<SequenceStep> sequence, int number) {
        String name = "space " + spaces++;
        try {
            new SequenceRun(() -> current().space(name), clock, () -> {
                        current().close();
                        open(number);
                    })
                    .run(sequence);
            return null;
        } catch (RuntimeException | AssertionError failure) {
            return failure;
        }
    }

    private Daybook current() {
        return Objects.requireNonNull(daybook);
    }

    /** Leaves out steps as long as the sequence still fails. */
    private AssertionError failed(List<SequenceStep> sequence, int number, Throwable first) {
        List<SequenceStep> shortest = new ArrayList<>(sequence);
        Throwable failure = first;
        for (int i = shortest.size() - 1; i >= 0; i--) {
            List<SequenceStep> shorter = new ArrayList<>(shortest);
            shorter.set(i, shorter.get(i).leftOut());
            Throwable again = failure(shorter, number);
            if (again != null) {
                shortest = shorter;
                failure = again;
            }
        }
        StringBuilder message = new StringBuilder(
                String.format("sequence %d of seed %d fails, and so do these of its steps:%n", number, seed));
        for (int i = 0; i < shortest.size(); i++) {
            if (shortest.get(i).action() != SequenceStep.Action.WAIT) {
                message.append(String.format("%d. %s%n", i + 1, shortest.get(i)));
            }
        }
        return new AssertionError(message + String.valueOf(failure.getMessage()), failure);
    }
}
