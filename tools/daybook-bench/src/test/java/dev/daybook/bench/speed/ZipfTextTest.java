package dev.daybook.bench.speed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ZipfTextTest {

    @Test
    void the_same_seed_gives_the_same_text_and_another_seed_another() {
        assertThat(new ZipfText(1).message()).isEqualTo(new ZipfText(1).message());
        assertThat(new ZipfText(1).message()).isNotEqualTo(new ZipfText(2).message());
    }

    @Test
    void a_few_words_are_common_and_many_are_rare() {
        ZipfText text = new ZipfText(1);

        Map<String, Long> counts = IntStream.range(0, 4_000)
                .mapToObj(i -> text.message())
                .flatMap(message -> Arrays.stream(message.split("[ .]")))
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));

        long words = counts.values().stream().mapToLong(Long::longValue).sum();
        long most = counts.values().stream().mapToLong(Long::longValue).max().orElseThrow();
        long once = counts.values().stream().filter(count -> count == 1).count();
        assertThat((double) most / words).isBetween(0.08, 0.11);
        assertThat(counts).hasSizeGreaterThan(8_000);
        assertThat(once).isGreaterThan(counts.size() / 5);
    }
}
