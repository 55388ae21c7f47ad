package dev.daybook.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of every {@link Embedder}, as tests. A subclass makes the embedder. */
public abstract class EmbedderContract {

    /**
     * The tolerance of one number between a text alone and in a batch. A neural network adds in another order where
     * texts of different lengths lie in a batch; more than this would change a ranking.
     */
    private static final float ROUNDING = 1e-4f;

    private static final List<String> TEXTS = List.of(
            "The kettle is on.",
            "the kettle is on.",
            "Rain is expected on Thursday.",
            "Дождь в четверг",
            "木曜日は雨です",
            "\uD83C\uDF27\uFE0F",
            "a");

    /** The embedder, new or the same each time. */
    protected abstract Embedder embedder();

    @Test
    void it_has_a_name_and_a_width_that_stay() {
        assertThat(embedder().name()).isNotBlank().isEqualTo(embedder().name());
        assertThat(embedder().dimensions()).isPositive().isEqualTo(embedder().dimensions());
    }

    @Test
    void every_text_gets_a_finite_vector_of_its_width() {
        for (List<Embedding> vectors :
                List.of(embedder().embedDocuments(TEXTS), embedder().embedQueries(TEXTS))) {
            assertThat(vectors).hasSize(TEXTS.size()).allSatisfy(this::isSound);
        }
    }

    private void isSound(Embedding vector) {
        assertThat(vector.dimensions()).isEqualTo(embedder().dimensions());
        for (float value : vector.toArray()) {
            assertThat(value).isFinite();
        }
    }

    @Test
    void a_batch_is_equal_to_single_texts_in_order() {
        List<Embedding> documents = embedder().embedDocuments(TEXTS);
        List<Embedding> queries = embedder().embedQueries(TEXTS);
        for (int i = 0; i < TEXTS.size(); i++) {
            List<String> single = List.of(TEXTS.get(i));
            near(documents.get(i), embedder().embedDocuments(single).get(0));
            near(queries.get(i), embedder().embedQueries(single).get(0));
        }
    }

    @Test
    void the_order_of_a_batch_is_kept() {
        List<String> backwards = IntStream.range(0, TEXTS.size())
                .mapToObj(i -> TEXTS.get(TEXTS.size() - 1 - i))
                .toList();
        List<Embedding> forwards = embedder().embedDocuments(TEXTS);
        List<Embedding> vectors = embedder().embedDocuments(backwards);
        for (int i = 0; i < TEXTS.size(); i++) {
            near(vectors.get(TEXTS.size() - 1 - i), forwards.get(i));
        }
    }

    @Test
    void the_same_text_gives_the_same_vector_again() {
        near(one("The kettle is on."), one("The kettle is on."));
    }

    @Test
    void different_texts_give_different_vectors() {
        assertThat(one("The kettle is on.")).isNotEqualTo(one("Rain is expected on Thursday."));
    }

    @Test
    void no_texts_give_no_vectors() {
        assertThat(embedder().embedDocuments(List.of())).isEmpty();
        assertThat(embedder().embedQueries(List.of())).isEmpty();
    }

    @Test
    void an_empty_text_and_a_very_long_one_get_vectors_too() {
        isSound(one(""));
        isSound(one(" "));
        isSound(one("The long and winding sentence goes on. ".repeat(2_000)));
    }

    @Test
    void many_threads_get_the_vectors_that_one_gets() {
        Embedder shared = embedder();
        List<Embedding> expected = shared.embedDocuments(TEXTS);
        List<List<Embedding>> vectors = IntStream.range(0, 16)
                .parallel()
                .mapToObj(i -> shared.embedDocuments(TEXTS))
                .toList();

        for (List<Embedding> found : vectors) {
            for (int i = 0; i < TEXTS.size(); i++) {
                near(found.get(i), expected.get(i));
            }
        }
    }

    private Embedding one(String text) {
        return embedder().embedDocuments(List.of(text)).get(0);
    }

    private static void near(Embedding actual, Embedding expected) {
        assertThat(actual.dimensions()).isEqualTo(expected.dimensions());
        for (int i = 0; i < expected.dimensions(); i++) {
            assertThat(actual.get(i)).as("number %d", i).isCloseTo(expected.get(i), within(ROUNDING));
        }
    }
}
