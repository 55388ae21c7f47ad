package dev.daybook.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.data.Embedding;
import dev.daybook.data.StoreException;
import dev.daybook.local.HashEmbedder;
import dev.daybook.spi.Blob;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VectorCodecTest {

    private static final Embedding VECTOR =
            Embedding.of(1.5f, -0f, Float.MIN_VALUE, Float.MAX_VALUE, -Float.MAX_VALUE, 1e-20f);

    @Test
    void a_vector_comes_back_bit_for_bit() {
        assertThat(VectorCodec.decode(VectorCodec.encode(VECTOR))).isEqualTo(VECTOR);
        Random random = new Random(3);
        float[] values = new float[1_536];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextFloat();
        }
        assertThat(VectorCodec.decode(VectorCodec.encode(Embedding.of(values)))).isEqualTo(Embedding.of(values));
    }

    @Test
    void bytes_that_end_too_early_are_damage() {
        byte[] bytes = VectorCodec.encode(VECTOR).toArray();
        for (int length = 0; length < bytes.length; length++) {
            Blob cut = Blob.of(Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> VectorCodec.decode(cut))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("damaged");
        }
    }

    @Test
    void what_is_no_vector_is_damage() {
        Blob empty = new ByteWriter().octet(1).number(0).toBlob();
        Blob infinite = new ByteWriter()
                .octet(1)
                .number(1)
                .decimal(Float.POSITIVE_INFINITY)
                .toBlob();
        Blob unknown = new ByteWriter().octet(9).number(1).decimal(1f).toBlob();
        for (Blob blob : new Blob[] {empty, infinite, unknown}) {
            assertThatThrownBy(() -> VectorCodec.decode(blob))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("damaged");
        }
    }

    @Test
    void the_name_of_the_sidecar_tells_embedders_apart() {
        assertThat(VectorCodec.sidecar(new HashEmbedder(8)))
                .startsWith("vector/")
                .isNotEqualTo(VectorCodec.sidecar(new HashEmbedder(16)));
    }
}
