package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeastHeapTest {

    private static final long MEGABYTE = 1 << 20;

    @Test
    void a_small_heap_is_told_with_its_size_and_the_remedy() {
        assertThat(LeastHeap.warning(128 * MEGABYTE))
                .hasValueSatisfying(
                        warning -> assertThat(warning).contains("heap is 128 MB", "-Xmx256m", "container 512 MB"));
    }

    @Test
    void the_stated_least_heap_is_enough_with_every_collector() {
        assertThat(LeastHeap.warning(256 * MEGABYTE)).isEmpty();
        assertThat(LeastHeap.warning(248 * MEGABYTE)).isEmpty();
        assertThat(LeastHeap.warning(200 * MEGABYTE)).isPresent();
    }
}
