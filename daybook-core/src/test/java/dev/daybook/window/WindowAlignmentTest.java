package dev.daybook.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

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
}
