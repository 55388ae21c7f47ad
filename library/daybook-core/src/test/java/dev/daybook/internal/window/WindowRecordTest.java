package dev.daybook.internal.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.window.WindowRecord.Range;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Turn;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WindowRecordTest {

    private static final OffsetDateTime TIME = OffsetDateTime.parse("2026-11-23T12:00:00Z");

    private static Turn turn(long position) {
        return new Turn("ep" + position, position, 0, TIME, Message.user("text"), Trust.USER);
    }

    private static List<Turn> history(long... positions) {
        return LongStream.of(positions).mapToObj(WindowRecordTest::turn).toList();
    }

    private static TurnPlace place(long position) {
        return new TurnPlace(position, 0);
    }

    @Test
    void a_window_of_any_length_without_gaps_is_one_range_and_the_new_messages() {
        List<TurnPlace> window = new ArrayList<>(
                LongStream.rangeClosed(7, 500).mapToObj(WindowRecordTest::place).toList());
        window.add(null);
        window.add(null);

        String written = WindowRecord.write(
                window,
                LongStream.rangeClosed(1, 500).mapToObj(WindowRecordTest::turn).toList());

        assertThat(written).isEqualTo("7:0-500:0 +0 +1");
        assertThat(WindowRecord.read(written, 501))
                .containsExactly(
                        new Range(place(7), place(500)),
                        new Range(place(501), place(501)),
                        new Range(new TurnPlace(501, 1), new TurnPlace(501, 1)));
    }

    @Test
    void turns_that_are_not_in_the_window_end_a_range() {
        String written = WindowRecord.write(Arrays.asList(place(1), place(3), place(4)), history(1, 2, 3, 4));

        assertThat(written).isEqualTo("1:0-1:0 3:0-4:0");
    }

    @Test
    void a_message_that_joins_an_earlier_exchange_is_in_the_window_once() {
        Episode exchange = new Episode(
                "ep2",
                "s",
                TIME,
                TIME,
                List.of(Message.user("text")),
                List.of(),
                Map.of(),
                new Provenance(2, 2, Origin.USER, Trust.USER),
                false,
                null);

        String written =
                WindowRecord.write(Arrays.asList(place(1), place(2), place(3), null), history(1, 2, 3), exchange);

        assertThat(written).isEqualTo("1:0-2:0 3:0-3:0 2:1-2:1");
        assertThat(WindowRecord.write(Arrays.asList(place(2), null), history(2), exchange))
                .isEqualTo("2:0-2:1");
    }

    @Test
    void metadata_of_another_writer_is_no_window() {
        for (String metadata : List.of("", "none", "+", "1:0", "7".repeat(100), "1:0-99999999999999999999:0")) {
            assertThat(WindowRecord.read(metadata, 1)).as(metadata).isEmpty();
        }
    }
}
