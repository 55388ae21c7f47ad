package dev.daybook.contract;

import static dev.daybook.contract.MemoryContract.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Embedding;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.spi.Embedder;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The memory that a recall in a large scope allocates. A pass over all messages that is not needed shows here. */
class RecallAllocationsTest {

    private static final int EXCHANGES = 5_000;
    private static final int DIMENSIONS = 128;

    /** The arrays of a query have one number for each message, of eight bytes. */
    private static final long ARRAY = 2L * EXCHANGES * Double.BYTES;

    private static final int ROUNDS = 20;

    private final Random random = new Random(3);

    private final Daybook daybook = Daybook.builder(new InMemoryStore())
            .embedder(Embedder.of(
                    "random",
                    DIMENSIONS,
                    texts -> texts.stream().map(this::vector).toList()))
            .open();

    private final Memory memory = daybook.user("ada");

    private Embedding vector(String text) {
        Random ofText = new Random(text.hashCode());
        float[] values = new float[DIMENSIONS];
        for (int i = 0; i < DIMENSIONS; i++) {
            values[i] = (float) ofText.nextGaussian();
        }
        return Embedding.of(values);
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    private String text(String tag) {
        return tag + " the w" + random.nextInt(50) + " by the w" + random.nextInt(1_000) + " of w" + random.nextInt(9);
    }

    /** Returns the bytes that one recall allocates, in the mean of some. */
    private long allocated(By by) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Query query = Query.of("Which w7 is by the w8?").by(by);
        long bytes = 0;
        for (int round = 0; round < 2 * ROUNDS; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            assertThat(memory.recall(query)).hasSize(10);
            // The first half warms up: classes, caches, and bodies of hits.
            bytes += round < ROUNDS ? 0 : threads.getCurrentThreadAllocatedBytes() - before;
        }
        return bytes / ROUNDS;
    }

    @Test
    void a_recall_in_a_large_scope_allocates_few_arrays() {
        List<NewEpisode> episodes = new ArrayList<>();
        for (int i = 0; i < EXCHANGES; i++) {
            String text = text("e" + i);
            episodes.add(NewEpisode.of(Message.user(text), Message.assistant(text("r" + i)))
                    .id("e" + i)
                    .session("s" + i / 20)
                    .occurredAt(NOON.plusMinutes(i))
                    .embedding(vector(text)));
        }
        List<Receipt> receipts = memory.remember(episodes);
        memory.operations().await(receipts.get(EXCHANGES - 1), Duration.ofMinutes(2));

        // Measured: 2.0, 20.0 and 3.2 arrays.
        assertThat(allocated(By.MEANING)).isLessThan(3 * ARRAY);
        assertThat(allocated(By.BEST)).isLessThan(23 * ARRAY);
        assertThat(allocated(By.WORDS)).isLessThan(5 * ARRAY);
    }
}
