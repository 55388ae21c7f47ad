package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that the programs in docs/spring.md are the compiled ones. */
class SpringPageTest {

    private static final String PAGE = "docs/spring.md";
    private static final String PROGRAMS = "daybook-spring/src/test/java/dev/daybook/spring/SpringProgramsTest.java";

    private static final Pattern JAVA_BLOCK =
            Pattern.compile("^```java\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern MARKED =
            Pattern.compile("^ *// tag::\\w+\\[]\\n(.*?)^ *// end::\\w+\\[]$", Pattern.MULTILINE | Pattern.DOTALL);

    /** As many as there are: to compare none is to find no difference. */
    private static final int BLOCKS = 6;

    @Test
    void every_java_block_is_a_program_that_is_run() throws Exception {
        WorkingCopy workingCopy = WorkingCopy.here();

        List<String> shown = texts(JAVA_BLOCK, workingCopy.read(PAGE));

        assertThat(shown).hasSize(BLOCKS);
        assertThat(shown).hasSameElementsAs(texts(MARKED, workingCopy.read(PROGRAMS)));
    }

    private static List<String> texts(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(1).stripTrailing().stripIndent())
                .toList();
    }
}
