package dev.daybook.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.store.Blob;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ByteReaderTest {

    @Test
    void numbers_come_back_and_small_ones_are_short() {
        for (long value : List.of(0L, 1L, -1L, 63L, -64L, 64L, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE)) {
            Blob blob = new ByteWriter().number(value).toBlob();
            assertThat(new ByteReader(blob).number()).isEqualTo(value);
            assertThat(blob.size()).isEqualTo(value >= -64 && value <= 63 ? 1 : blob.size());
        }
    }

    @Test
    void texts_longer_than_the_first_buffer_come_back() {
        String text = "\u4f60\u597d ".repeat(5_000);
        ByteReader in = new ByteReader(
                new ByteWriter().octet(7).text(text).optionalText(null).toBlob());

        assertThat(in.octet()).isEqualTo(7);
        assertThat(in.text()).isEqualTo(text);
        assertThat(in.optionalText()).isNull();
    }

    @Test
    void a_count_that_the_bytes_cannot_hold_takes_no_memory() {
        for (long count : List.of(-1L, 1L, (long) Integer.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE)) {
            Blob blob = new ByteWriter().number(count).toBlob();
            assertThatThrownBy(() -> new ByteReader(blob).count()).isInstanceOf(StoreException.class);
            assertThatThrownBy(() -> new ByteReader(blob).text()).isInstanceOf(StoreException.class);
        }
    }

    @Test
    void a_number_without_an_end_is_damage() {
        byte[] endless = new byte[20];
        java.util.Arrays.fill(endless, (byte) 0xFF);
        assertThatThrownBy(() -> new ByteReader(Blob.of(endless)).number())
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("too long");
    }

    @Test
    void a_text_that_is_no_utf8_is_damage_and_the_sign_for_that_is_not() {
        String sign = "what was here is lost: \uFFFD";
        assertThat(new ByteReader(new ByteWriter().text(sign).toBlob()).text()).isEqualTo(sign);

        Blob malformed = new ByteWriter().number(2).octet(0xC3).octet('a').toBlob();
        assertThatThrownBy(() -> new ByteReader(malformed).text())
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("not valid UTF-8");
    }

    @Test
    void decimals_that_the_bytes_cannot_hold_are_damage() {
        Blob two = new ByteWriter().decimal(0.5f).decimal(-2f).toBlob();
        assertThat(new ByteReader(two).shortDecimals(2)).containsExactly(0.5f, -2f);
        for (int count : List.of(3, Integer.MAX_VALUE)) {
            assertThatThrownBy(() -> new ByteReader(two).shortDecimals(count)).isInstanceOf(StoreException.class);
        }
    }

    @Test
    void texts_and_references_are_read_whatever_their_length_and_number() {
        List<String> texts =
                IntStream.range(0, 100).mapToObj(i -> "x".repeat(i) + "\u00e9").toList();
        ByteWriter out = new ByteWriter().number(texts.size());
        texts.forEach(out::text);
        out.number(texts.size());
        IntStream.range(0, texts.size()).forEach(i -> out.number(texts.size() - 1 - i));
        ByteReader in = new ByteReader(out.toBlob());
        List<String> read = new ArrayList<>();

        int[] numbers = in.utf8((bytes, from, length) -> {
            read.add(new String(bytes, from, length, StandardCharsets.UTF_8));
            return 1_000 + read.size();
        });

        assertThat(read).isEqualTo(texts);
        assertThat(in.pointedAt(numbers))
                .containsExactly(IntStream.range(0, 100).map(i -> 1_100 - i).toArray());
    }
}
