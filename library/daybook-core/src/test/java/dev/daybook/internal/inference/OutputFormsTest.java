package dev.daybook.internal.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.daybook.spi.OutputMode;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutputFormsTest {

    @Test
    void the_schemas_keep_their_names() {
        assertThat(name(OutputForms.SPLIT)).isEqualTo("PreMemorySplitResponse");
        assertThat(name(OutputForms.RECONSTRUCTION)).isEqualTo("MemoryReconstructionResponse");
        assertThat(name(OutputForms.CORE_UPDATE)).isEqualTo("CoreUpdateResponse");
    }

    @Test
    void a_reconstruction_has_memories_and_a_claim_of_completeness() throws Exception {
        assertThat(read(OutputForms.RECONSTRUCTION, "{\"memories\":[\" a \",\"\"],\"coverage\":\"complete\"}"))
                .isEqualTo(new NoteReconstruction(List.of(" a ", ""), true));
        assertThat(read(OutputForms.RECONSTRUCTION, "{\"memories\":[],\"coverage\":\"incomplete\"}"))
                .isEqualTo(new NoteReconstruction(List.of(), false));
    }

    @Test
    void no_other_coverage_is_accepted() {
        assertThat(problem(OutputForms.RECONSTRUCTION, "{\"memories\":[],\"coverage\":\"Complete!\"}"))
                .isEqualTo("coverage must be \"complete\" or \"incomplete\"");
        assertThat(problem(OutputForms.RECONSTRUCTION, "{\"memories\":[]}")).contains("coverage is missing");
        assertThat(problem(OutputForms.RECONSTRUCTION, "{\"coverage\":\"complete\"}"))
                .contains("memories is missing");
    }

    @Test
    void a_core_that_stays_needs_no_text() throws Exception {
        assertThat(read(OutputForms.CORE_UPDATE, "{\"should_update\":false,\"core_markdown\":null}")
                        .replacement())
                .isEmpty();
        assertThat(read(OutputForms.CORE_UPDATE, "{\"should_update\":false}").replacement())
                .isEmpty();
        assertThat(read(OutputForms.CORE_UPDATE, "{\"should_update\":false,\"core_markdown\":\"# SOUL\"}")
                        .replacement())
                .isEmpty();
    }

    @Test
    void a_core_that_changes_needs_one() throws Exception {
        assertThat(read(OutputForms.CORE_UPDATE, "{\"should_update\":true,\"core_markdown\":\"# SOUL\"}")
                        .replacement())
                .contains("# SOUL");
        assertThat(problem(OutputForms.CORE_UPDATE, "{\"should_update\":true,\"core_markdown\":null}"))
                .isEqualTo("core_markdown is null; it must be a text");
        assertThat(problem(OutputForms.CORE_UPDATE, "{\"should_update\":true,\"core_markdown\":\" \"}"))
                .isEqualTo("core_markdown must not be blank if should_update is true");
        assertThat(problem(OutputForms.CORE_UPDATE, "{\"should_update\":true}")).contains("core_markdown is missing");
        assertThat(problem(OutputForms.CORE_UPDATE, "{\"should_update\":\"true\",\"core_markdown\":\"x\"}"))
                .isEqualTo("should_update is a text; it must be true or false");
        assertThat(problem(OutputForms.CORE_UPDATE, "{\"should_update\":false,\"core_markdown\":7}"))
                .contains("core_markdown is a number");
    }

    private static String name(JsonForm<?> form) {
        return form.schema(OutputMode.PROMPT).orElseThrow().name();
    }

    private static <T> T read(JsonForm<T> form, String answer) throws UnusableOutput {
        return form.read(answer, OutputMode.PROMPT);
    }

    private static String problem(JsonForm<?> form, String answer) {
        return catchThrowableOfType(UnusableOutput.class, () -> form.read(answer, OutputMode.PROMPT))
                .problem();
    }
}
