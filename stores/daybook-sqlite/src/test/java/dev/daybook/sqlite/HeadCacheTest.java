package dev.daybook.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.store.Head;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeadCacheTest {

    @Test
    void a_head_read_before_a_write_does_not_replace_the_head_of_the_write() {
        HeadCache heads = new HeadCache();
        Head before = new Head(5, 0, Map.of());
        Head after = new Head(6, 0, Map.of());

        heads.get(SqliteSamples.ADA, scope -> {
            heads.put(scope, after);
            // As by a repair: the head of the write is no longer in the cache to be found.
            heads.clear();
            return before;
        });

        assertThat(heads.get(SqliteSamples.ADA, scope -> after)).isEqualTo(after);
    }

    @Test
    void after_a_reader_saw_a_commit_no_earlier_head_is_given() {
        HeadCache heads = new HeadCache();
        Head before = new Head(5, 0, Map.of());
        Head committed = new Head(6, 0, Map.of());
        heads.put(SqliteSamples.ADA, before);

        heads.seen(SqliteSamples.ADA, 0, 6, () -> committed);

        assertThat(heads.get(SqliteSamples.ADA, scope -> before)).isEqualTo(committed);
        heads.seen(SqliteSamples.ADA, 0, 5, () -> before);
        assertThat(heads.get(SqliteSamples.ADA, scope -> before)).isEqualTo(committed);
    }

    @Test
    void a_head_that_a_reader_saw_does_not_come_back_after_a_repair() {
        HeadCache heads = new HeadCache();
        Head repaired = new Head(4, 0, Map.of());

        heads.seen(SqliteSamples.ADA, 0, 6, () -> new Head(6, 0, Map.of()));

        assertThat(heads.get(SqliteSamples.ADA, scope -> repaired)).isEqualTo(repaired);
    }
}
