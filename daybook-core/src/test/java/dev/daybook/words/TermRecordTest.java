package dev.daybook.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.codec.ByteWriter;
import dev.daybook.data.Episode;
import dev.daybook.data.Message;
import dev.daybook.data.Origin;
import dev.daybook.data.StoreException;
import dev.daybook.data.Trust;
import dev.daybook.spi.Blob;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TermRecordTest {

    private static final TermRecord RECORD = TermRecord.of(episode(
            Message.user("Boats and nets, and a boat.").withName("Mira"), Message.assistant(""), Message.tool("42")));

    private static Episode episode(Message... messages) {
        OffsetDateTime time = OffsetDateTime.parse("2026-03-04T12:00:00-09:30");
        return new Episode(
                "e",
                1,
                1,
                null,
                time,
                time,
                List.of(messages),
                List.of(),
                Map.of(),
                Origin.USER,
                Trust.USER,
                false,
                null);
    }

    @Test
    void a_record_holds_each_message_as_its_terms() {
        assertThat(RECORD.offsetSeconds()).isEqualTo(-34_200);
        assertThat(RECORD.messages())
                .containsExactly(
                        new TermRecord.Line("user", "Mira", List.of("boat", "net"), List.of(0, 1, 0)),
                        new TermRecord.Line("assistant", null, List.of(), List.of()),
                        new TermRecord.Line("tool", null, List.of("42"), List.of(0)));
    }

    @Test
    void a_record_comes_back_as_it_was() {
        assertThat(TermRecord.decode(RECORD.encode())).isEqualTo(RECORD);
        TermRecord none = TermRecord.of(episode());
        assertThat(TermRecord.decode(none.encode())).isEqualTo(none);
    }

    @Test
    void bytes_that_end_too_early_are_damage() {
        byte[] bytes = RECORD.encode().toArray();
        for (int length = 0; length < bytes.length; length++) {
            Blob cut = Blob.of(Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> TermRecord.decode(cut))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("damaged");
        }
    }

    @Test
    void a_place_beyond_the_terms_is_damage() {
        for (long place : List.of(-1L, 1L, 1L << 32)) {
            Blob blob = new ByteWriter()
                    .number(0)
                    .number(1)
                    .text("user")
                    .optionalText(null)
                    .number(1)
                    .text("boat")
                    .number(1)
                    .number(place)
                    .toBlob();
            assertThatThrownBy(() -> TermRecord.decode(blob)).isInstanceOf(StoreException.class);
        }
    }

    @Test
    void an_offset_that_cannot_be_is_damage() {
        Blob blob = new ByteWriter().number(1_000_000).number(0).toBlob();
        assertThatThrownBy(() -> TermRecord.decode(blob)).isInstanceOf(StoreException.class);
    }
}
