package dev.daybook.internal.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowAlignmentTest {

    private static int[] align(List<String> window, List<String> list) {
        return WindowAlignment.align(window, list, Objects::equals);
    }

    @Test
    void a_moved_window_has_its_new_message_at_the_end() {
        assertThat(align(List.of("a", "b", "c"), List.of("b", "c", "d"))).containsExactly(1, 2, -1);
    }

    @Test
    void a_second_equal_message_is_new() {
        assertThat(align(List.of("yes"), List.of("yes", "yes"))).containsExactly(0, -1);
    }

    @Test
    void the_early_message_of_a_list_is_the_known_one() {
        assertThat(align(List.of("yes", "why"), List.of("why", "yes"))).containsExactly(1, -1);
    }

    @Test
    void a_list_without_anything_in_common_is_new() {
        assertThat(align(List.of("a"), List.of("b", "c"))).containsExactly(-1, -1);
        assertThat(align(List.of(), List.of("b"))).containsExactly(-1);
        assertThat(align(List.of("a"), List.of())).isEmpty();
    }

    @Test
    void many_random_lists_are_aligned_as_by_a_table_of_both() {
        Random random = new Random(20_261_125);
        for (int i = 0; i < 20_000; i++) {
            List<String> window = some(random);
            List<String> list = some(random);
            assertThat(align(window, list)).as("%s, %s", window, list).isEqualTo(byTable(window, list));
        }
    }

    private static List<String> some(Random random) {
        return IntStream.range(0, random.nextInt(9))
                .mapToObj(i -> String.valueOf((char) ('a' + random.nextInt(4))))
                .toList();
    }

    /** The longest common subsequence by a table of all pairs: slow, and plainly right. */
    private static int[] byTable(List<String> window, List<String> list) {
        int[][] common = new int[window.size() + 1][list.size() + 1];
        for (int w = window.size() - 1; w >= 0; w--) {
            for (int m = list.size() - 1; m >= 0; m--) {
                common[w][m] = window.get(w).equals(list.get(m))
                        ? common[w + 1][m + 1] + 1
                        : Math.max(common[w + 1][m], common[w][m + 1]);
            }
        }
        int[] places = new int[list.size()];
        Arrays.fill(places, WindowAlignment.NEW);
        for (int w = 0, m = 0; w < window.size() && m < list.size(); ) {
            if (window.get(w).equals(list.get(m))) {
                places[m++] = w++;
            } else if (common[w + 1][m] >= common[w][m + 1]) {
                w++;
            } else {
                m++;
            }
        }
        return places;
    }

    private static List<Integer> numbers(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    /** Returns the number of comparisons. */
    private static long comparisons(List<Integer> window, List<Integer> list) {
        AtomicLong count = new AtomicLong();
        int[] places = WindowAlignment.align(window, list, (known, given) -> {
            count.incrementAndGet();
            return known.equals(given);
        });
        for (int m = 0; m < places.length; m++) {
            int place = window.indexOf(list.get(m));
            assertThat(places[m]).isEqualTo(place < 0 ? WindowAlignment.NEW : place);
        }
        return count.get();
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 2_000, 4_000})
    void a_few_differences_take_comparisons_in_proportion_to_the_length(int length) {
        List<Integer> window = numbers(0, length);

        assertThat(comparisons(window, numbers(0, length + 1))).isLessThan(3L * length);
        assertThat(comparisons(window, numbers(2, length + 2))).isLessThan(3L * length);
        assertThat(comparisons(window, numbers(length - 10, length + 10))).isLessThan(30L * length);
    }

    @Test
    void lists_without_anything_in_common_take_a_bounded_number_of_comparisons() {
        assertThat(comparisons(numbers(0, 6_000), numbers(6_000, 12_000))).isLessThan(4_000_000);
    }
}
