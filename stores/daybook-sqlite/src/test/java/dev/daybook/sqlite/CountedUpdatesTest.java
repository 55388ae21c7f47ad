package dev.daybook.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Blocks;
import dev.daybook.Daybook;
import dev.daybook.error.StaleVersionException;
import dev.daybook.model.Block;
import dev.daybook.model.NewBlock;
import dev.daybook.testkit.store.ConcurrentTasks;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads count in one block by compare-and-set: no acknowledged update is lost, and none is applied twice. */
class CountedUpdatesTest {

    private static final int THREADS = 8;

    /** Acknowledged updates of all threads; {@code .ci/nightly} asks for many more. */
    private static final int UPDATES = Integer.getInteger("daybook.updates", 800);

    @TempDir
    Path folder;

    @Test
    void eight_threads_lose_no_acknowledged_update() throws Exception {
        try (Daybook daybook =
                Daybook.builder(folder).noEmbedder().background(false).open()) {
            Blocks blocks = daybook.user("ada").blocks();
            blocks.remember("count", "0");
            List<Integer> refused = ConcurrentTasks.together(THREADS, thread -> () -> count(blocks));

            assertThat(blocks.find("count").orElseThrow().content()).isEqualTo("" + UPDATES / THREADS * THREADS);
            assertThat(blocks.history("count")).hasSizeGreaterThanOrEqualTo(1);
            System.out.println(UPDATES / THREADS * THREADS + " updates, "
                    + refused.stream().mapToInt(Integer::intValue).sum() + " refused");
        }
        try (Daybook again =
                Daybook.builder(folder).noEmbedder().background(false).open()) {
            assertThat(again.user("ada").blocks().find("count").orElseThrow().content())
                    .isEqualTo("" + UPDATES / THREADS * THREADS);
        }
    }

    /** Returns the number of refused updates. */
    private static int count(Blocks blocks) {
        int refused = 0;
        for (int done = 0; done < UPDATES / THREADS; ) {
            Block read = blocks.find("count").orElseThrow();
            int next = Integer.parseInt(read.content()) + 1;
            try {
                blocks.remember(NewBlock.of("count", "" + next).version(read.revision()));
                done++;
            } catch (StaleVersionException another) {
                refused++;
            }
        }
        return refused;
    }
}
