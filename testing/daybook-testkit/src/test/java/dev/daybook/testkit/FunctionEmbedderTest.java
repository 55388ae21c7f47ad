package dev.daybook.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An embedder of a lambda keeps the contract, and is refused by name if it cannot be one. */
class FunctionEmbedderTest extends EmbedderContract {

    /** Never called with an empty list. */
    private static List<Embedding> embed(List<String> texts) {
        assertThat(texts).isNotEmpty();
        return texts.stream()
                .map(text -> Embedding.of(text.length(), text.hashCode() % 1_000, 1))
                .toList();
    }

    @Override
    protected Embedder embedder() {
        return Embedder.of("lengths-v1", 3, FunctionEmbedderTest::embed);
    }

    @Test
    void it_has_the_name_and_the_width_that_were_given() {
        assertThat(embedder().name()).isEqualTo("lengths-v1");
        assertThat(embedder().dimensions()).isEqualTo(3);
    }

    @Test
    void a_blank_name_and_a_width_below_one_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Embedder.of(" ", 3, FunctionEmbedderTest::embed))
                .withMessage("name is blank; give the name of the model with its revision");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Embedder.of("lengths", 0, FunctionEmbedderTest::embed))
                .withMessage("width is 0; give the number of dimensions of each vector, above 0");
    }
}
