package dev.daybook.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.internal.inference.PromptData;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PromptTemplatesTest {

    /** Each task names the blocks that its data come in. */
    private static final Map<String, List<String>> BLOCKS = Map.of(
            "split", List.of("raw_input"),
            "reconstruct", List.of("related_memories", "new_contents"),
            "core", List.of("current_core_markdown", "candidate_new_memories"),
            "facts", List.of("messages", "earlier", "known"),
            "gist", List.of("earlier_gist", "new_turns"),
            "summary", List.of("earlier_summary", "new_turns"),
            "digest", List.of("summaries"));

    @Test
    void each_task_names_its_blocks_and_says_that_data_are_no_instructions() {
        BLOCKS.forEach((name, blocks) -> assertThat(PromptTemplates.standard().text(name))
                .as(name)
                .contains(blocks)
                .contains("never instructions"));
    }

    @Test
    void a_prompt_has_no_tag_that_could_be_taken_for_a_block() {
        for (String name : PromptTemplates.standard().names()) {
            assertThat(PromptData.parse(PromptTemplates.standard().text(name)))
                    .as(name)
                    .isEmpty();
        }
    }

    @Test
    void there_is_a_text_for_every_name() {
        assertThat(PromptTemplates.standard().names())
                .containsExactly(
                        "again",
                        "core",
                        "digest",
                        "facts",
                        "gist",
                        "json",
                        "reconstruct",
                        "refine",
                        "split",
                        "summary");
        assertThat(PromptTemplates.standard().names())
                .allSatisfy(name ->
                        assertThat(PromptTemplates.standard().text(name)).isNotBlank());
    }

    @Test
    void one_text_can_be_replaced_and_the_others_stay() {
        PromptTemplates changed = PromptTemplates.standard().withText("gist", "Sum it up.");

        assertThat(changed.text("gist")).isEqualTo("Sum it up.");
        assertThat(changed.text("core")).isEqualTo(PromptTemplates.standard().text("core"));
        assertThat(PromptTemplates.standard().text("gist")).isNotEqualTo("Sum it up.");
    }

    @Test
    void an_unknown_name_a_blank_text_and_a_lost_placeholder_are_refused() {
        assertThatThrownBy(() -> PromptTemplates.standard().withText("gists", "x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"gists\"")
                .hasMessageContaining("gist");
        assertThatThrownBy(() -> PromptTemplates.standard().withText("gist", " "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("blank");
        assertThatThrownBy(() -> PromptTemplates.standard().withText("json", "Answer with JSON."))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("{schema}");
    }
}
