package dev.daybook.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.daybook.internal.heap.ReadBudget.HeapReservation;
import dev.daybook.internal.json.PlainJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswerBytesTest {

    @Test
    void an_answer_has_the_bytes_of_its_json_whatever_its_characters() throws IOException {
        for (int offset = 0; offset < 4; offset++) {
            Object value = List.of(
                    "a".repeat(offset) + "\uD83D\uDEA2".repeat(40_000) + "\u20ac\u00e9",
                    "b".repeat(3_000_000),
                    "\uD83D",
                    "\uDEA2");
            AnswerBytes answer = AnswerBytes.of(value, HeapReservation.UNLIMITED);
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            answer.writeTo(written);

            byte[] expected = PlainJson.write(value).getBytes(StandardCharsets.UTF_8);
            assertThat(written.toByteArray()).isEqualTo(expected);
            assertThat(answer.length()).isEqualTo(expected.length);
        }
    }

    @Test
    void an_answer_allocates_little_beside_its_bytes() {
        Object value = Collections.nCopies(
                100,
                Map.of("kind", "episode", "score", 1L, "why", List.of(Map.of("signal", "words", "detail", "harbour"))));
        long bytes = AnswerBytes.of(value, HeapReservation.UNLIMITED).length();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        long before = threads.getCurrentThreadAllocatedBytes();
        AnswerBytes.of(value, HeapReservation.UNLIMITED);

        // Measured: five times its bytes, most of them for iterators; with an object for each text it was 35 times.
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(8 * bytes);
    }

    @Test
    void a_piece_without_room_is_not_written() {
        long[] taken = new long[1];
        HeapReservation room = new HeapReservation() {
            @Override
            public void take(long bytes) {
                if (taken[0] + bytes > 100_000) {
                    throw new IllegalStateException("no room");
                }
                taken[0] += bytes;
            }

            @Override
            public void giveBack(long bytes) {}
        };

        assertThatThrownBy(() -> AnswerBytes.of("a".repeat(1_000_000), room)).isInstanceOf(IllegalStateException.class);
        assertThat(taken[0]).isBetween(50_000L, 100_000L);
    }
}
