package dev.daybook.internal.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextProbesTest {

    @Test
    void a_short_text_has_none_and_one_that_fits_is_its_own() {
        assertThat(TextProbes.of("Good night!")).isEmpty();
        assertThat(TextProbes.of("Good night, ")).containsExactly("Good night, ");
        assertThat(TextProbes.of("x".repeat(24))).containsExactly("x".repeat(24));
    }

    @Test
    void every_page_of_a_long_text_holds_a_whole_probe() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            text.append(i).append(' ');
        }
        List<String> probes = TextProbes.of(text.toString());

        for (int page = 0; page + 1_000 <= text.length(); page += 1_000) {
            String bytes = text.substring(page, page + 1_000);
            assertThat(probes).anyMatch(bytes::contains);
        }
        assertThat(probes).contains(text.substring(0, 24)).contains(text.substring(text.length() - 24));
    }

    @Test
    void no_probe_splits_a_surrogate_pair() {
        for (int shift = 0; shift < 3; shift++) {
            for (String probe : TextProbes.of("a".repeat(shift) + "\uD83D\uDC39".repeat(2_000))) {
                assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(probe)).isTrue();
            }
        }
    }
}
