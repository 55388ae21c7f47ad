package dev.daybook.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Embedding;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Query;
import dev.daybook.query.SpaceSettings.LowTrust;
import dev.daybook.spi.Embedder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** A search by meaning in a large scope whose first ranks are all left out for their trust. */
class LeftOutRanksTest {

    private static final int DIMENSIONS = 256;

    private final Random random = new Random(7);
    private final float[] question = normal();

    private float[] normal() {
        float[] values = new float[DIMENSIONS];
        for (int i = 0; i < DIMENSIONS; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }

    /** Generates a vector with about this cosine to the question. */
    private Embedding near(double cosine) {
        float[] values = normal();
        for (int i = 0; i < DIMENSIONS; i++) {
            values[i] = (float) (cosine * question[i] + Math.sqrt(1 - cosine * cosine) * values[i]);
        }
        return Embedding.of(values);
    }

    private List<NewEpisode> episodes(int count, double lowest, double highest, IntFunction<Message> message) {
        List<NewEpisode> episodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            episodes.add(
                    NewEpisode.of(message.apply(i)).embedding(near(lowest + (highest - lowest) * random.nextDouble())));
        }
        return episodes;
    }

    @Test
    void hits_behind_left_out_ones_have_exact_cosines() {
        try (Daybook daybook = Daybook.builder(new InMemoryStore())
                .embedder(new QuestionEmbedder())
                .open()) {
            daybook.space("default").changeSettings(settings -> settings.lowTrust(LowTrust.LEAVE_OUT));
            Memory ada = daybook.user("ada");
            List<NewEpisode> all = episodes(250, 0.75, 0.85, i -> Message.tool("page " + i));
            all.addAll(episodes(200, 0.45, 0.6, i -> Message.user("answer " + i)));
            all.addAll(episodes(1_600, 0.1, 0.4, i -> Message.user("other " + i)));
            for (int i = 0; i < all.size(); i += 500) {
                ada.remember(all.subList(i, Math.min(i + 500, all.size())));
            }
            Query query = Query.of("question").by(Query.By.MEANING);

            List<Hit> few = ada.recall(query.limit(10));

            // Above 25 hits all cosines are exact.
            assertThat(few).hasSize(10).isEqualTo(ada.recall(query.limit(26)).subList(0, 10));
        }
    }

    private final class QuestionEmbedder implements Embedder {

        @Override
        public String name() {
            return "question";
        }

        @Override
        public int dimensions() {
            return DIMENSIONS;
        }

        @Override
        public List<Embedding> embedQueries(List<String> texts) {
            return Collections.nCopies(texts.size(), Embedding.of(question));
        }

        @Override
        public List<Embedding> embedDocuments(List<String> texts) {
            throw new IllegalStateException("each episode has its vector");
        }
    }
}
