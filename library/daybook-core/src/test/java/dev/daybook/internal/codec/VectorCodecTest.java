package dev.daybook.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.internal.hash.HashVectors;
import dev.daybook.model.Embedding;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Trust;
import dev.daybook.store.Blob;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VectorCodecTest {

    private static final Embedding VECTOR =
            Embedding.of(1.5f, -0f, Float.MIN_VALUE, Float.MAX_VALUE, -Float.MAX_VALUE, 1e-20f);

    private static final Embedding OTHER = Embedding.of(1, 2, 3, 4, 5, 6);

    @Test
    void vectors_come_back_bit_for_bit() {
        for (EntryVectors vectors : List.of(
                new EntryVectors(VECTOR, List.of()),
                new EntryVectors(VECTOR, List.of(OTHER, VECTOR, OTHER)),
                EntryVectors.supplied(VECTOR, 3))) {
            assertThat(VectorCodec.decode(VectorCodec.encode(vectors))).isEqualTo(vectors);
            assertThat(VectorCodec.decode(VectorCodec.encodeSupplied(vectors))).isEqualTo(vectors);
        }
        Random random = new Random(3);
        float[] values = new float[1_536];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextFloat();
        }
        EntryVectors wide = EntryVectors.supplied(Embedding.of(values), 1);
        assertThat(VectorCodec.decode(VectorCodec.encode(wide))).isEqualTo(wide);
    }

    @Test
    void equal_vectors_are_written_once() {
        int once = VectorCodec.encode(EntryVectors.supplied(VECTOR, 1)).size();
        assertThat(VectorCodec.encode(EntryVectors.supplied(VECTOR, 5)).size()).isEqualTo(once + 4);
    }

    @Test
    void bytes_that_end_too_early_are_damage() {
        EntryVectors vectors = new EntryVectors(VECTOR, List.of(OTHER, VECTOR));
        for (Blob blob : List.of(VectorCodec.encode(vectors), VectorCodec.encodeSupplied(vectors))) {
            for (int length = 0; length < blob.size(); length++) {
                Blob cut = Blob.of(Arrays.copyOf(blob.toArray(), length));
                assertThatThrownBy(() -> VectorCodec.decode(cut))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("damaged");
            }
        }
    }

    @Test
    void both_forms_keep_their_bytes() {
        EntryVectors vectors =
                new EntryVectors(Embedding.of(1, -2), List.of(Embedding.of(1, -2), Embedding.of(0.5f, 0)));
        String first = "3f800000c0000000";
        String second = "3f00000000000000";
        String indexes = "00" + "04" + "00" + "02";
        assertThat(hex(VectorCodec.encode(vectors))).isEqualTo("01" + "0404" + first + second + indexes);
        assertThat(hex(VectorCodec.encodeSupplied(vectors))).isEqualTo("02" + "0404" + indexes + first + second);
    }

    private static String hex(Blob blob) {
        return HexFormat.of().formatHex(blob.toArray());
    }

    @Test
    void a_supplied_vector_ends_in_the_bytes_that_the_body_of_its_episode_ends_in() {
        Episode episode = new Episode(
                "e1",
                "s",
                OffsetDateTime.now(ZoneOffset.UTC),
                OffsetDateTime.now(ZoneOffset.UTC),
                List.of(Message.user("red"), Message.assistant("blue")),
                List.of(),
                Map.of("colour", "red"),
                Provenance.unwritten(Origin.USER, Trust.USER),
                false,
                VECTOR);
        int length = VECTOR.dimensions() * Float.BYTES;

        byte[] body = EpisodeCodec.encode(episode).toArray();
        byte[] vectors =
                VectorCodec.encodeSupplied(EntryVectors.supplied(VECTOR, 2)).toArray();

        assertThat(Arrays.copyOfRange(vectors, vectors.length - length, vectors.length))
                .isEqualTo(Arrays.copyOfRange(body, body.length - length, body.length));
    }

    @Test
    void an_invalid_vector_is_damage() {
        Blob empty = new ByteWriter().octet(1).number(0).number(0).number(0).toBlob();
        Blob infinite = new ByteWriter()
                .octet(1)
                .number(1)
                .number(1)
                .decimal(Float.POSITIVE_INFINITY)
                .number(0)
                .number(0)
                .toBlob();
        Blob elsewhere = new ByteWriter()
                .octet(1)
                .number(1)
                .number(1)
                .decimal(1f)
                .number(1)
                .number(0)
                .toBlob();
        Blob unknown = new ByteWriter().octet(9).number(1).decimal(1f).toBlob();
        for (Blob blob : List.of(empty, infinite, elsewhere, unknown)) {
            assertThatThrownBy(() -> VectorCodec.decode(blob))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("damaged");
        }
    }

    @Test
    void the_name_of_the_sidecar_tells_embedders_apart() {
        assertThat(VectorCodec.sidecar(new HashVectors(8).embedder()))
                .startsWith("vector/")
                .isNotEqualTo(VectorCodec.sidecar(new HashVectors(16).embedder()));
    }
}
