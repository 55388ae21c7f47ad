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
}
