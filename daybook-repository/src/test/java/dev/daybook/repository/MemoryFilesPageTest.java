package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that the program in docs/memory-files.md is the compiled one. */
class MemoryFilesPageTest {

    private static final String PAGE = "docs/memory-files.md";
    private static final String PROGRAM = "daybook-core/src/test/java/dev/daybook/files/MemoryToolInputTest.java";

    @Test
    void its_program_is_a_test_that_runs() throws Exception {
        WorkingCopy workingCopy = WorkingCopy.here();

        List<String> shown = MarkedPrograms.blocks(workingCopy.read(PAGE), "java");

        assertThat(shown).hasSize(1).isEqualTo(MarkedPrograms.regions(workingCopy.read(PROGRAM)));
    }
}
