package dev.daybook.sqlite;

import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Embedding;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.Query;
import dev.daybook.spi.Embedder;
import dev.daybook.testkit.HashEmbedder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/** A write does not wait for an embedder in the middle of a text. */
class BusyEmbedderTest {

    @TempDir
    Path folder;

    /** In the midst of its first documents until it is let go. */
    private static final class Held implements Embedder {
        private final Embedder embedder = new HashEmbedder(8);
        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch gate = new CountDownLatch(1);

        @Override
        public String name() {
            return "held";
        }

        @Override
        public int dimensions() {
            return embedder.dimensions();
        }

        @Override
        public List<Embedding> embedQueries(List<String> texts) {
            return embedder.embedQueries(texts);
        }

        @Override
        public List<Embedding> embedDocuments(List<String> texts) {
            entered.countDown();
            try {
                gate.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            return embedder.embedDocuments(texts);
        }
    }

    /** A write that waits would wait for ever, so it runs in a thread that can be left behind. */
    @Test
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
    void writes_of_each_kind_go_through_while_the_embedder_is_at_work() throws InterruptedException {
        Held embedder = new Held();
        try (Daybook daybook =
                Daybook.builder(SqliteStore.open(folder)).embedder(embedder).open()) {
            Memory mira = daybook.user("mira");
            Receipt first = mira.session("s1").remember(user("A heron."));
            embedder.entered.await();

            mira.session("s1").remember(user("A kayak."));
            mira.remember(NewEpisode.of(user("A kayak with an id.")).id("own"));
            mira.remember(List.of(NewEpisode.of(user("A kayak of a batch.")).id("batch")));
            daybook.user("tomas").session("s1").remember(user("A kayak of another."));

            assertThat(mira.recall(Query.of("kayak").by(Query.By.WORDS))).hasSize(3);
            assertThat(mira.operations().await(first, Duration.ZERO).vector()).isEqualTo(Receipt.Progress.PENDING);
            embedder.gate.countDown();
        }
    }
}
