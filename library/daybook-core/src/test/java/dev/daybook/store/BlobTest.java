package dev.daybook.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BlobTest {

    private static final byte[] BYTES = "a heron, a kayak".getBytes(StandardCharsets.UTF_8);

    @Test
    void a_part_of_an_array_is_the_same_value_as_an_array_of_its_own() {
        Blob part = Blob.of(BYTES, 2, 5);
        Blob whole = Blob.of("heron");

        assertThat(part).isEqualTo(whole).hasSameHashCodeAs(whole).isNotEqualTo(Blob.of(BYTES, 3, 5));
        assertThat(part.size()).isEqualTo(5);
        assertThat(part.text()).isEqualTo("heron");
        assertThat(part.toArray()).isEqualTo(whole.toArray());
        assertThat(part).hasToString("Blob[5]");
    }

    @Test
    void a_read_of_a_part_begins_and_ends_with_it() {
        ByteBuffer read = Blob.of(BYTES, 11, 5).read();

        assertThat(read.position()).isZero();
        assertThat(read.remaining()).isEqualTo(5).isEqualTo(read.capacity());
        assertThat(StandardCharsets.UTF_8.decode(read).toString()).isEqualTo("kayak");
        assertThat(read.isReadOnly()).isTrue();
    }

    @Test
    void an_array_has_no_part_beyond_its_ends() {
        for (int[] part : new int[][] {{-1, 2}, {0, 17}, {16, 1}, {3, -1}, {Integer.MAX_VALUE, 1}}) {
            assertThatThrownBy(() -> Blob.of(BYTES, part[0], part[1])).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }
}
