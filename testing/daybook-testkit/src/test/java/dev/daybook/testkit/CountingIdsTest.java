package dev.daybook.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Kind;
import org.junit.jupiter.api.Test;

class CountingIdsTest {

    @Test
    void each_kind_is_counted_from_1() {
        CountingIds ids = new CountingIds();

        assertThat(ids.next(Kind.EPISODE)).isEqualTo("ep_1");
        assertThat(ids.next(Kind.EPISODE)).isEqualTo("ep_2");
        assertThat(ids.next(Kind.FACT)).isEqualTo("fact_1");
        assertThat(new CountingIds().next(Kind.EPISODE)).isEqualTo("ep_1");
    }
}
