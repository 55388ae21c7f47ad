package dev.daybook.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.model.Embedding;
import java.util.List;
import org.junit.jupiter.api.Test;

class PairedEmbedderTest {

    private static final Embedder SMALL = Embedder.of("small", 2, texts -> List.of(Embedding.of(1, 0)));
    private static final Embedder LARGE = Embedder.of("large", 2, texts -> List.of(Embedding.of(0, 1)));

    @Test
    void each_side_has_its_model_and_the_name_has_both() {
        Embedder pair = Embedder.pair(SMALL, LARGE);
        assertThat(pair.embedQueries(List.of("a"))).containsExactly(Embedding.of(1, 0));
        assertThat(pair.embedDocuments(List.of("a"))).containsExactly(Embedding.of(0, 1));
        assertThat(pair.dimensions()).isEqualTo(2);
        assertThat(pair.name())
                .isEqualTo("large+small")
                .isNotEqualTo(Embedder.pair(LARGE, SMALL).name());
    }

    @Test
    void vectors_of_two_widths_are_no_pair() {
        Embedder wide = Embedder.of("wide", 3, texts -> List.of(Embedding.of(0, 1, 0)));
        assertThatThrownBy(() -> Embedder.pair(SMALL, wide))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("queries has 2 dimensions and documents has 3; use two models that were trained as a pair");
    }
}
