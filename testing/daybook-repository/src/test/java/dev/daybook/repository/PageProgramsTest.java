package dev.daybook.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that the Java programs of a page are the compiled ones, which a test runs. */
class PageProgramsTest {

    /** As many as there are: to compare none is to find no difference. */
    @ParameterizedTest
    @CsvSource({
        "docs/client.md, server/daybook-server/src/test/java/dev/daybook/server/http/ConnectedClientsTest.java, 1",
        "docs/frameworks.md, integrations/daybook-frameworks/src/test/java/dev/daybook/adk/AdkProgramTest.java"
                + " integrations/daybook-frameworks/src/test/java/dev/daybook/alibaba/AlibabaProgramTest.java"
                + " integrations/daybook-frameworks/src/test/java/dev/daybook/agentscope/AgentScopeProgramTest.java"
                + " integrations/daybook-langchain4j/src/test/java/dev/daybook/langchain4j/AgenticProgramTest.java"
                + " integrations/daybook-spring/src/test/java/dev/daybook/spring/DaybookVectorStoreTest.java, 7",
        "docs/langchain4j.md, integrations/daybook-langchain4j/src/test/java/dev/daybook/langchain4j/ChatProgramsTest.java, 6",
        "docs/memory-files.md, library/daybook-core/src/test/java/dev/daybook/files/MemoryToolInputTest.java, 1",
        "docs/observability.md, integrations/daybook-micrometer/src/test/java/dev/daybook/micrometer/ObservedProgramTest.java, 1",
        "docs/spring.md, integrations/daybook-spring/src/test/java/dev/daybook/spring/SpringProgramsTest.java, 10"
    })
    void every_java_block_is_a_program_that_is_run(String page, String programs, int blocks) throws Exception {
        WorkingCopy workingCopy = WorkingCopy.here();

        List<String> shown = MarkedPrograms.blocks(workingCopy.read(page), "java");

        assertThat(shown).hasSize(blocks);
        List<String> run = new ArrayList<>();
        for (String file : programs.split(" ")) {
            run.addAll(MarkedPrograms.regions(workingCopy.read(file)));
        }
        assertThat(shown).hasSameElementsAs(run);
    }
}
