package dev.daybook.internal.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteSearchTest {

    @Test
    void finds_exactly_the_matches_of_a_plain_search_also_across_chunks() throws IOException {
        Random random = new Random(7);
        byte[] haystack = new byte[(1 << 20) * 2 + 12_345];
        for (int i = 0; i < haystack.length; i++) {
            haystack[i] = (byte) (random.nextInt(3) == 0 ? 0 : random.nextInt());
        }
        List<byte[]> needles = new ArrayList<>();
        List<Integer> places =
                new ArrayList<>(List.of(0, haystack.length - 40, (1 << 20) - 20, (1 << 20), (1 << 20) + 20));
        for (int i = 0; i < 500; i++) {
            places.add(random.nextInt(haystack.length - 40));
        }
        for (int place : places) {
            byte[] there = java.util.Arrays.copyOfRange(haystack, place, place + 8 + random.nextInt(32));
            needles.add(there);
            byte[] almost = there.clone();
            almost[almost.length - 1]++;
            needles.add(almost);
        }
        BitSet found = new BitSet();

        long read = new ByteSearch(needles).search(new ByteArrayInputStream(haystack), found);

        assertThat(read).isEqualTo(haystack.length);
        for (int i = 0; i < needles.size(); i++) {
            assertThat(found.get(i)).as("needle %d", i).isEqualTo(i % 2 == 0);
        }
    }

    @Test
    void nothing_is_found_in_nothing() throws IOException {
        BitSet found = new BitSet();
        new ByteSearch(List.of()).search(new ByteArrayInputStream(new byte[100]), found);
        new ByteSearch(List.of(new byte[8])).search(new ByteArrayInputStream(new byte[7]), found);
        assertThat(found.isEmpty()).isTrue();
    }
}
