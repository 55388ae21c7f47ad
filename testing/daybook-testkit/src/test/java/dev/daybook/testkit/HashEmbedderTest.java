package dev.daybook.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The numbers come from Python, which has the same generator:
 *
 * <pre>
 * import hashlib, math, random
 * def vector(text, dims):
 *     r = random.Random(hashlib.sha256(text.encode()).digest())
 *     v = [r.gauss(0.0, 1.0) for _ in range(dims)]
 *     n = math.sqrt(sum(x * x for x in v))
 *     return [x / n for x in v]
 * </pre>
 */
class HashEmbedderTest extends EmbedderContract {

    @Override
    protected Embedder embedder() {
        return new HashEmbedder();
    }

    private static Embedding vector(int dimensions, String text) {
        return new HashEmbedder(dimensions).embedDocuments(List.of(text)).get(0);
    }

    @Test
    void short_vectors_are_those_of_the_script_bit_for_bit() {
        assertThat(vector(5, "The kettle is on."))
                .isEqualTo(Embedding.of(
                        (float) -0.17873204104603851,
                        (float) 0.1059258263607634,
                        (float) 0.48139826601618557,
                        (float) -0.8506730000025361,
                        (float) 0.03802280048341648));
        assertThat(vector(5, "Grüße aus Köln \uD83D\uDEB2"))
                .isEqualTo(Embedding.of(
                        (float) 0.5692770478989965,
                        (float) -0.39758189031035784,
                        (float) -0.3057323526773294,
                        (float) -0.642193955529249,
                        (float) -0.10939348810933984));
        assertThat(vector(5, ""))
                .isEqualTo(Embedding.of(
                        (float) -0.6364117279216334,
                        (float) -0.050853086574316475,
                        (float) 0.594435867811958,
                        (float) 0.1422730459093174,
                        (float) -0.4677589717108538));
    }

    @Test
    void long_vectors_are_those_of_the_script_bit_for_bit() {
        Embedding usual = vector(384, "The kettle is on.");
        assertThat(usual.get(0)).isEqualTo((float) -0.019342812352803957);
        assertThat(usual.get(191)).isEqualTo((float) -0.0039584300298133365);
        assertThat(usual.get(383)).isEqualTo((float) -0.08050917156464156);

        // The generator makes 624 words at a time and a number takes two, so here it has twisted four times.
        Embedding longer = vector(1_000, "The kettle is on.");
        assertThat(longer.get(0)).isEqualTo((float) -0.012114483478157174);
        assertThat(longer.get(999)).isEqualTo((float) 0.06304625733471637);
    }

    @Test
    void vectors_have_length_1() {
        double squares = 0;
        for (float value : vector(384, "Rain is expected.").toArray()) {
            squares += value * value;
        }
        assertThat(squares).isBetween(1 - 1e-6, 1 + 1e-6);
    }

    @Test
    void the_text_is_neither_trimmed_nor_normalised() {
        assertThat(vector(8, "kettle ")).isNotEqualTo(vector(8, "kettle"));
        assertThat(vector(8, "Kettle")).isNotEqualTo(vector(8, "kettle"));
        assertThat(vector(8, "caf\u00e9")).isNotEqualTo(vector(8, "cafe\u0301"));
    }

    @Test
    void its_name_says_its_width() {
        assertThat(new HashEmbedder().name()).isEqualTo("hash-embedder-384");
        assertThat(new HashEmbedder().dimensions()).isEqualTo(384);
        assertThat(new HashEmbedder(7).name()).isEqualTo("hash-embedder-7");
        assertThat(vector(7, "x").dimensions()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void a_width_that_is_not_positive_is_refused(int dimensions) {
        assertThatThrownBy(() -> new HashEmbedder(dimensions))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("dimensions must be positive, got " + dimensions);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uD800", "a\uDC00b", "\uD83D"})
    void a_lone_surrogate_is_refused(String text) {
        assertThatThrownBy(() -> vector(8, text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lone surrogate");
    }
}
