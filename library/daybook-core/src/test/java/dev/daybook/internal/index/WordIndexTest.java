package dev.daybook.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WordIndexTest {

    private final WordIndex index = new WordIndex();

    private void take(String... words) {
        index.add(Stream.of(words).mapToInt(index.terms()::number).toArray());
        index.endUnit();
    }

    /** Returns units and frequencies, alternating. */
    private List<Integer> found(String word) {
        TermPostings postings = index.postings(word);
        return postings == null
                ? List.of()
                : IntStream.range(0, postings.size())
                        .boxed()
                        .flatMap(i -> Stream.of(postings.unit(i), postings.frequency(i)))
                        .toList();
    }

    @Test
    void the_postings_of_a_term_are_in_order_with_frequencies() {
        take("tide", "moon", "tide");
        take();
        take("moon");
        index.settle();
        assertThat(found("tide")).containsExactly(0, 2);
        assertThat(found("moon")).containsExactly(0, 1, 2, 1);
        assertThat(found("sun")).isEmpty();
    }

    @Test
    void a_term_with_a_number_alone_has_no_postings() {
        index.terms().number("tide");
        take("moon");
        index.settle();
        assertThat(index.postings("tide")).isNull();
    }

    @Test
    void later_units_are_found_like_earlier_ones() {
        Random random = new Random(11);
        Map<String, List<Integer>> expected = new HashMap<>();
        for (int unit = 0; unit < 500; unit++) {
            List<String> words = new ArrayList<>();
            for (int i = random.nextInt(30); i > 0; i--) {
                // The vocabulary grows with the units, so some words come late.
                words.add("w" + random.nextInt(5 + unit));
            }
            take(words.toArray(String[]::new));
            int number = unit;
            words.stream()
                    .collect(Collectors.groupingBy(word -> word, Collectors.counting()))
                    .forEach((word, count) -> expected.computeIfAbsent(word, unused -> new ArrayList<>())
                            .addAll(List.of(number, count.intValue())));
            if (random.nextInt(10) < 3) {
                index.settle();
                index.settle();
            }
        }
        index.settle();
        assertThat(expected).hasSizeGreaterThan(300);
        expected.forEach((word, units) -> {
            assertThat(found(word)).isEqualTo(units);
            TermPostings postings = Objects.requireNonNull(index.postings(word));
            for (int unit = 0; unit < 500; unit++) {
                int place = IntStream.range(0, postings.size())
                        .map(postings::unit)
                        .boxed()
                        .toList()
                        .indexOf(unit);
                assertThat(postings.frequencyIn(unit)).isEqualTo(place < 0 ? 0 : postings.frequency(place));
            }
        });
    }

    @Test
    void its_reported_size_is_close_to_that_of_its_content() {
        int words = 100_000;
        for (int i = 0; i < words; i++) {
            take("w" + i % 1_000);
        }
        index.settle();
        assertThat(index.bytes()).isBetween(8L * words, 10L * words);
    }

    @Test
    void units_added_one_by_one_take_less_than_twice_the_memory_of_units_added_at_once() {
        WordIndex grown = new WordIndex();
        for (int i = 0; i < 20_000; i++) {
            for (WordIndex each : List.of(index, grown)) {
                each.add(new int[] {each.terms().number("w" + i)});
                each.endUnit();
            }
            grown.settle();
        }
        index.settle();

        assertThat(grown.bytes()).isLessThan(2 * index.bytes());
    }
}
