package dev.daybook.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class PageTest {

    private static Page<Integer> cut(int limit, Integer... found) {
        return Page.cut(List.of(found), limit, last -> "after " + last);
    }

    @Test
    void a_result_beyond_the_limit_is_left_to_the_page_after_the_cursor() {
        assertThat(cut(2, 10, 20, 30)).isEqualTo(new Page<>(List.of(10, 20), "after 20"));
        assertThat(cut(2, 10, 20, 30, 40)).isEqualTo(new Page<>(List.of(10, 20), "after 20"));
    }

    @Test
    void without_such_a_result_the_page_is_the_last() {
        assertThat(cut(2, 10, 20)).isEqualTo(new Page<>(List.of(10, 20), null));
        assertThat(cut(2)).isEqualTo(new Page<>(List.of(), null));
    }

    @Test
    void the_largest_limit_reads_one_more() {
        assertThat(Page.oneMore(Integer.MAX_VALUE)).isEqualTo(2_147_483_648L);
    }

    @Test
    void a_limit_below_one_is_refused_before_and_after_reading() {
        assertThatIllegalArgumentException().isThrownBy(() -> cut(0, 10)).withMessage("limit is 0; use at least 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Page.oneMore(-1))
                .withMessage("limit is -1; use at least 1");
    }
}
