package dev.daybook.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.fuzz.FuzzTarget;
import dev.daybook.fuzz.ParserContract;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LongFileTest {

    private static final int LENGTH = 1_000_000;

    @Test
    void the_lines_of_a_text_that_occurs_a_million_times_are_counted_in_one_pass() {
        FuzzTarget target = FuzzTarget.ofText(
                "long-file",
                content -> assertThat(NumberedLines.of(content).linesOf("a")).isEqualTo("1"),
                "a".repeat(LENGTH));

        new ParserContract(target).check("a".repeat(LENGTH).getBytes(StandardCharsets.UTF_8));
    }
}
