package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that the Java of docs/testing.md is compiled and run: each block is a marked region of the example. */
class TestingPageTest {

    private static final String PAGE = "docs/testing.md";
    private static final String EXAMPLE =
            "examples/daybook-examples/src/test/java/dev/daybook/examples/DinnerAgentTest.java";
    private static final String FIXTURE =
            "examples/daybook-examples/src/test/resources/dev/daybook/examples/dinners.txt";

    private final WorkingCopy workingCopy = WorkingCopy.here();

    @Test
    void each_java_block_is_a_region_of_the_example() throws Exception {
        List<String> regions = MarkedPrograms.regions(workingCopy.read(EXAMPLE));
        List<String> shown = MarkedPrograms.blocks(workingCopy.read(PAGE), "java");

        assertThat(shown).hasSizeGreaterThan(5).isSubsetOf(regions);
        assertThat(regions).isSubsetOf(shown);
    }

    @Test
    void the_fixture_is_that_of_the_example() throws Exception {
        String fixture = workingCopy.read(FIXTURE).stripTrailing();

        assertThat(MarkedPrograms.blocks(workingCopy.read(PAGE), "text")).contains(fixture.stripIndent());
    }
}
