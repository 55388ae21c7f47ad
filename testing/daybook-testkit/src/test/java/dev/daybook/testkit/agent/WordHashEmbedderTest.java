package dev.daybook.testkit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import dev.daybook.testkit.EmbedderContract;
import java.util.List;
import org.junit.jupiter.api.Test;

class WordHashEmbedderTest extends EmbedderContract {

    @Override
    protected Embedder embedder() {
        return new WordHashEmbedder();
    }

    @Test
    void texts_that_share_a_word_are_nearer_than_texts_that_share_none() {
        Embedding question = vector("What is she allergic to?");

        assertThat(cosine(question, vector("My allergy is to peanuts.")))
                .isGreaterThan(0.3)
                .isGreaterThan(cosine(question, vector("The train to Porto was late.")) + 0.2);
    }

    private static Embedding vector(String text) {
        return new WordHashEmbedder().embedDocuments(List.of(text)).get(0);
    }

    private static double cosine(Embedding one, Embedding other) {
        double sum = 0;
        for (int i = 0; i < one.dimensions(); i++) {
            sum += one.toArray()[i] * other.toArray()[i];
        }
        return sum;
    }
}
