package dev.daybook.internal.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class QuotedTextTest {

    /** What Python 3.11 answers to {@code repr}. */
    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of("", "''"),
                Arguments.of("plain words", "'plain words'"),
                Arguments.of("it's", "\"it's\""),
                Arguments.of("say \"hi\"", "'say \"hi\"'"),
                Arguments.of("it's \"hi\"", "'it\\'s \"hi\"'"),
                Arguments.of("a\\b", "'a\\\\b'"),
                Arguments.of("\t\r\n", "'\\t\\r\\n'"),
                Arguments.of("\u0000\u0007\u001b\u007f", "'\\x00\\x07\\x1b\\x7f'"),
                Arguments.of("\u0085\u00a0\u00ad", "'\\x85\\xa0\\xad'"),
                Arguments.of("caf\u00e9 \u00df", "'caf\u00e9 \u00df'"),
                Arguments.of("\u200b\u2028\u3000\ue000", "'\\u200b\\u2028\\u3000\\ue000'"),
                Arguments.of("cafe\u0301", "'cafe\u0301'"),
                Arguments.of("\ud83d\ude00", "'\ud83d\ude00'"),
                Arguments.of("\udb40\udc01", "'\\U000e0001'"));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void a_text_is_quoted_as_python_quotes_it(String text, String quoted) {
        assertThat(QuotedText.text(text)).isEqualTo(quoted);
    }
}
