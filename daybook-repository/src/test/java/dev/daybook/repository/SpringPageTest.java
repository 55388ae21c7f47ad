package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that the programs in docs/spring.md are the compiled ones. */
class SpringPageTest {

    private static final String PAGE = "docs/spring.md";
    private static final String PROGRAMS = "daybook-spring/src/test/java/dev/daybook/spring/SpringProgramsTest.java";

    /** As many as there are: to compare none is to find no difference. */
    private static final int BLOCKS = 7;

    @Test
    void every_java_block_is_a_program_that_is_run() throws Exception {
        WorkingCopy workingCopy = WorkingCopy.here();

        List<String> shown = MarkedPrograms.blocks(workingCopy.read(PAGE), "java");

        assertThat(shown).hasSize(BLOCKS);
        assertThat(shown).hasSameElementsAs(MarkedPrograms.regions(workingCopy.read(PROGRAMS)));
    }
}
