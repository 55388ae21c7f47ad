package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that the Java of docs/testing.md is compiled and run: each block is a marked region of the example. */
class TestingPageTest {

    private static final String PAGE = "docs/testing.md";
    private static final String EXAMPLE = "daybook-examples/src/test/java/dev/daybook/examples/DinnerAgentTest.java";
    private static final String FIXTURE = "daybook-examples/src/test/resources/dev/daybook/examples/dinners.txt";
    private static final Pattern BLOCK =
            Pattern.compile("^```(java|text)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern REGION =
            Pattern.compile("^ *// tag::(\\w+)\\[]\\n(.*?)^ *// end::\\1\\[]$", Pattern.MULTILINE | Pattern.DOTALL);

    private final WorkingCopy workingCopy = WorkingCopy.here();

    @Test
    void each_java_block_is_a_region_of_the_example() throws Exception {
        List<String> regions = REGION.matcher(workingCopy.read(EXAMPLE))
                .results()
                .map(region -> stripped(region.group(2)))
                .toList();
        List<String> shown = blocks("java");

        assertThat(shown).hasSizeGreaterThan(5).isSubsetOf(regions);
        assertThat(regions).isSubsetOf(shown);
    }

    @Test
    void the_fixture_is_that_of_the_example() throws Exception {
        assertThat(blocks("text")).contains(stripped(workingCopy.read(FIXTURE)));
    }

    private List<String> blocks(String language) throws Exception {
        return BLOCK.matcher(workingCopy.read(PAGE))
                .results()
                .filter(block -> block.group(1).equals(language))
                .map((MatchResult block) -> stripped(block.group(2)))
                .toList();
    }

    private static String stripped(String text) {
        return text.stripTrailing().stripIndent();
    }
}
