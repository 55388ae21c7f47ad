package dev.daybook.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.daybook.spi.OutputMode;
import java.util.List;
import org.junit.jupiter.api.Test;

class FormsTest {

    @Test
    void the_schemas_keep_their_names() {
        assertThat(name(Forms.SPLIT)).isEqualTo("PreMemorySplitResponse");
        assertThat(name(Forms.RECONSTRUCTION)).isEqualTo("MemoryReconstructionResponse");
        assertThat(name(Forms.CORE_UPDATE)).isEqualTo("CoreUpdateResponse");
    }

    @Test
    void a_reconstruction_has_memories_and_a_claim_of_completeness() throws Exception {
        assertThat(read(Forms.RECONSTRUCTION, "{\"memories\":[\" a \",\"\"],\"coverage\":\"complete\"}"))
                .isEqualTo(new Reconstruction(List.of(" a ", ""), true));
        assertThat(read(Forms.RECONSTRUCTION, "{\"memories\":[],\"coverage\":\"incomplete\"}"))
                .isEqualTo(new Reconstruction(List.of(), false));
    }

    @Test
    void no_other_coverage_is_accepted() {
        assertThat(problem(Forms.RECONSTRUCTION, "{\"memories\":[],\"coverage\":\"Complete!\"}"))
                .isEqualTo("coverage must be \"complete\" or \"incomplete\"");
        assertThat(problem(Forms.RECONSTRUCTION, "{\"memories\":[]}")).contains("coverage is missing");
        assertThat(problem(Forms.RECONSTRUCTION, "{\"coverage\":\"complete\"}")).contains("memories is missing");
    }

    @Test
    void a_core_that_stays_needs_no_text() throws Exception {
        assertThat(read(Forms.CORE_UPDATE, "{\"should_update\":false,\"core_markdown\":null}")
                        .replacement())
                .isEmpty();
        assertThat(read(Forms.CORE_UPDATE, "{\"should_update\":false}").replacement())
                .isEmpty();
        assertThat(read(Forms.CORE_UPDATE, "{\"should_update\":false,\"core_markdown\":\"# SOUL\"}")
                        .replacement())
                .isEmpty();
    }

    @Test
    void a_core_that_changes_needs_one() throws Exception {
        assertThat(read(Forms.CORE_UPDATE, "{\"should_update\":true,\"core_markdown\":\"# SOUL\"}")
                        .replacement())
                .contains("# SOUL");
        assertThat(problem(Forms.CORE_UPDATE, "{\"should_update\":true,\"core_markdown\":null}"))
                .isEqualTo("core_markdown is null; it must be a text");
        assertThat(problem(Forms.CORE_UPDATE, "{\"should_update\":true,\"core_markdown\":\" \"}"))
                .isEqualTo("core_markdown must not be blank if should_update is true");
        assertThat(problem(Forms.CORE_UPDATE, "{\"should_update\":true}")).contains("core_markdown is missing");
        assertThat(problem(Forms.CORE_UPDATE, "{\"should_update\":\"true\",\"core_markdown\":\"x\"}"))
                .isEqualTo("should_update is a text; it must be true or false");
        assertThat(problem(Forms.CORE_UPDATE, "{\"should_update\":false,\"core_markdown\":7}"))
                .contains("core_markdown is a number");
    }

    private static String name(JsonForm<?> form) {
        return form.schema(OutputMode.PROMPT).orElseThrow().name();
    }

    private static <T> T read(JsonForm<T> form, String answer) throws UnusableAnswer {
        return form.read(answer, OutputMode.PROMPT);
    }

    private static String problem(JsonForm<?> form, String answer) {
        return catchThrowableOfType(UnusableAnswer.class, () -> form.read(answer, OutputMode.PROMPT))
                .problem();
    }
}
