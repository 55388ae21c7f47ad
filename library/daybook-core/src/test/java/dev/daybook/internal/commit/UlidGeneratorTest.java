package dev.daybook.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UlidGeneratorTest {

    private static final String BASE_32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    private final AtomicLong millis = new AtomicLong(1_700_000_000_000L);
    private final UlidGenerator ulidGenerator = new UlidGenerator(() -> Instant.ofEpochMilli(millis.get()));

    private List<String> some(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> ulidGenerator.next(Kind.EPISODE))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void an_id_is_the_prefix_of_its_kind_and_26_digits(Kind kind) {
        assertThat(ulidGenerator.next(kind)).matches(kind.idPrefix() + "[" + BASE_32 + "]{26}");
        assertThat(ulidGenerator.next("op_")).startsWith("op_").hasSize(29);
    }

    @Test
    void the_first_ten_digits_are_the_milliseconds() {
        for (long time : List.of(0L, 1L, 31L, 32L, 1_700_000_000_123L, (1L << 48) - 1)) {
            String id = new UlidGenerator(() -> Instant.ofEpochMilli(time)).next("");
            long read = id.substring(0, 10)
                    .chars()
                    .asLongStream()
                    .reduce(0, (sum, c) -> sum * 32 + BASE_32.indexOf((int) c));
            assertThat(read).isEqualTo(time);
        }
    }

    @Test
    void ids_of_one_millisecond_are_in_order_and_differ() {
        assertThat(some(10_000)).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void ids_stay_in_order_when_time_goes_on_and_when_it_goes_back() {
        List<String> ids = new ArrayList<>();
        for (long step : List.of(0L, 1L, 1L, 5_000L, -86_400_000L, 0L, 10L, 86_400_000L)) {
            millis.addAndGet(step);
            ids.addAll(some(50));
        }
        assertThat(ids).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void two_sources_of_one_time_do_not_meet() {
        assertThat(new UlidGenerator(() -> Instant.EPOCH).next(""))
                .isNotEqualTo(new UlidGenerator(() -> Instant.EPOCH).next(""));
    }

    @Test
    void threads_never_get_the_same_id() {
        List<String> ids = IntStream.range(0, 8)
                .parallel()
                .mapToObj(thread -> some(2_000))
                .flatMap(List::stream)
                .toList();
        assertThat(ids).hasSize(16_000).doesNotHaveDuplicates();
    }
}
