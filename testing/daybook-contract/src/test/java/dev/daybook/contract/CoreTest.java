package dev.daybook.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.Memory;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.internal.inference.PromptData;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Block;
import dev.daybook.model.NewBlock;
import dev.daybook.model.Origin;
import dev.daybook.model.Trust;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.NoteOptions;
import dev.daybook.query.Selection;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.ModelRequest;
import dev.daybook.testkit.ScriptedModel;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The core that the model derives from additions. */
class CoreTest {

    private static final String EMPTY = "# SOUL\n\n# TOOLS\n\n# RULE\n\n# USER\n";

    private final ScriptedModel model = ScriptedModel.answering();
    private final Memory ada = open(builder().grounding(GroundingPolicy.off()));

    private DaybookBuilder builder() {
        return Daybook.builder(new InMemoryStore())
                .embedder(new TopicVectors())
                .languageModel(model)
                .retryAfter(Duration.ZERO)
                .background(false);
    }

    private static Memory open(DaybookBuilder builder) {
        return builder.open().user("ada");
    }

    private static String update(String markdown) {
        return "{\"should_update\": true, \"core_markdown\": \"" + markdown.replace("\n", "\\n") + "\"}";
    }

    private Receipt add(Memory memory, String text) {
        model.then("[]").then("{\"memories\": [\"" + text + "\"], \"coverage\": \"complete\"}");
        return memory.notes().remember(List.of(text)).orElseThrow();
    }

    private void add(Origin origin, String text) {
        model.then("[]").then("{\"memories\": [\"" + text + "\"], \"coverage\": \"complete\"}");
        ada.notes().remember(List.of(text), origin);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TOOL", "IMPORT"})
    void a_note_with_less_trust_than_an_assistant_is_no_candidate_for_the_core(Origin.Source source) {
        add(new Origin(source, null), "tea");
        ada.consolidate();

        assertThat(ada.notes().latest(0, 9))
                .singleElement()
                .satisfies(note -> assertThat(note.trust()).isEqualTo(source.trust()));
        assertThat(model.requests()).as("of the note alone").hasSize(2);
        assertThat(ada.blocks().list()).isEmpty();
        assertThat(ada.consolidate()).isEmpty();
    }

    @Test
    void a_core_has_the_least_trust_of_the_notes_in_it() {
        add(Origin.USER, "tea");
        model.then(update("# SOUL\n# TOOLS\n# RULE\n# USER\n- tea"));
        ada.consolidate();
        Trust before = ada.blocks().find("USER").orElseThrow().trust();
        add(Origin.ASSISTANT, "job");
        model.then(update("# SOUL\n# TOOLS\n# RULE\n# USER\n- tea\n- job"));
        ada.consolidate();

        assertThat(before).isEqualTo(Trust.USER);
        assertThat(ada.blocks().find("USER").orElseThrow().trust()).isEqualTo(Trust.ASSISTANT);
    }

    private ModelRequest lastRequest() {
        return model.requests().get(model.requests().size() - 1);
    }

    @Test
    void an_empty_core_has_its_four_headings() {
        assertThat(ada.blocks().core()).isEqualTo(EMPTY);
        assertThat(ada.blocks().list()).isEmpty();
    }

    @Test
    void the_model_is_asked_once_for_each_addition_and_its_core_is_kept_as_blocks() {
        String core = "# SOUL\n- calm\n\n# TOOLS\n\n# RULE\n\n# USER\n- likes tea\n";
        add(ada, "tea");
        model.then(update("\n" + core + "\n\n"));
        ada.consolidate();
        assertThat(PromptData.parse(lastRequest().user()))
                .containsExactly(
                        PromptData.text("current_core_markdown", EMPTY),
                        PromptData.list("candidate_new_memories", List.of("tea")));
        add(ada, "job");
        model.then(update(core));
        ada.consolidate();

        assertThat(ada.blocks().core()).isEqualTo(core);
        assertThat(PromptData.parse(lastRequest().user()).get(0).text()).isEqualTo(core);
        assertThat(ada.blocks().list()).extracting(Block::name).containsExactly("SOUL", "USER");
        assertThat(ada.blocks().history("USER")).hasSize(1);
        assertThat(model.left()).isZero();
        assertThat(ada.consolidate()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "likes tea",
                "prefix # SOUL # TOOLS # RULE # USER",
                "## SOUL\n## TOOLS\n## RULE\n## USER\n- x",
                "# SOUL\n# TOOLS\n# RULE\n- x",
                "# TOOLS\n# SOUL\n# RULE\n# USER\n- x",
                "# SOUL\n# TOOLS\n# RULE\n# USER\n- x\n# MORE",
                "# SOUL\n# TOOLS\n# RULE\n# USER\n- x\n## More",
                "# SOUL\n# SOUL\n# TOOLS\n# RULE\n# USER\n- x",
                "Here it is:\n# SOUL\n# TOOLS\n# RULE\n# USER\n- x",
                "```\n# SOUL\n# TOOLS\n# RULE\n# USER\n- x\n```",
                "#SOUL\n#TOOLS\n#RULE\n#USER\n- x"
            })
    void a_core_of_another_form_is_refused_and_the_notes_stay(String markdown) {
        add(ada, "tea");
        model.then(update(markdown));
        ada.consolidate();

        assertThat(ada.blocks().core()).isEqualTo(EMPTY);
        assertThat(ada.notes().latest(0, 9)).hasSize(1);
        assertThat(ada.consolidate()).isEmpty();
    }

    @Test
    void a_core_that_is_too_long_is_refused() {
        ada.blocks().remember(NewBlock.of("USER", "- x").maxLength(10));
        add(ada, "tea");
        model.then(update("# SOUL\n# TOOLS\n# RULE\n# USER\n- " + "tea ".repeat(10)));
        ada.consolidate();
        add(ada, "job");
        String endless = update("# SOUL\n# TOOLS\n# RULE\n# USER\n- " + "tea ".repeat(25_000));
        for (int attempt = 0; attempt < 3; attempt++) {
            model.then(endless);
        }
        ada.consolidate();

        assertThat(ada.blocks().core()).isEqualTo(EMPTY + "- x\n");
    }

    @Test
    void a_model_that_would_empty_or_invent_it_is_not_followed() {
        Memory bo = open(builder());
        bo.blocks().remember("USER", "- Bo likes tea");
        add(bo, "Bo has a cat.");
        model.then(update(EMPTY));
        bo.consolidate();
        add(bo, "Bo has a piano.");
        model.then(update("# SOUL\n# TOOLS\n# RULE\n# USER\n- Bo flew to Saturn with Mallory"));
        bo.consolidate();

        assertThat(bo.blocks().core()).isEqualTo(EMPTY + "- Bo likes tea\n");
    }

    @Test
    void a_core_that_could_not_be_asked_for_is_asked_for_later_in_order() {
        add(ada, "tea");
        model.thenFail(Trouble.UNAUTHORIZED);
        List<DerivationOutcome> outcomes = ada.consolidate();
        assertThat(outcomes)
                .filteredOn(outcome -> outcome.derivation().equals("core"))
                .extracting(DerivationOutcome::result)
                .containsExactly(DerivationOutcome.Result.FAILED);
        assertThat(ada.notes().latest(0, 9)).hasSize(1);

        model.then(update("# SOUL\n# TOOLS\n# RULE\n# USER\n- tea"));
        ada.consolidate();

        assertThat(ada.blocks().core()).isEqualTo(EMPTY + "- tea\n");
    }

    @Test
    void if_nothing_waits_a_failure_leaves_the_core_alone() {
        Memory bo = open(builder().notes(NoteOptions.DEFAULTS.waitsForModel(false)));
        add(bo, "tea");
        model.thenFail(Trouble.FAILED);
        bo.consolidate();

        assertThat(bo.blocks().core()).isEqualTo(EMPTY);
        assertThat(bo.notes().latest(0, 9)).hasSize(1);
        assertThat(bo.consolidate()).isEmpty();
    }

    @Test
    void forgetting_an_addition_brings_back_the_core_before_it() {
        add(ada, "tea");
        model.then(update("# SOUL\n# TOOLS\n# RULE\n# USER\n- tea"));
        ada.consolidate();
        Receipt receipt = add(ada, "job");
        model.then(update("# SOUL\n# TOOLS\n# RULE\n# USER\n- tea\n- job"));
        ada.consolidate();

        ada.forget(Selection.episode(receipt.id()));

        assertThat(ada.blocks().core()).isEqualTo(EMPTY + "- tea\n");
    }

    @Test
    void an_undo_brings_back_the_core_before_it() {
        add(ada, "tea");
        model.then(update("# SOUL\n# TOOLS\n# RULE\n# USER\n- tea"));
        List<DerivationOutcome> outcomes = ada.consolidate();
        String operation = outcomes.get(outcomes.size() - 1).operation();
        assertThat(operation).isNotNull();

        ada.operations().undo(operation);

        assertThat(ada.blocks().core()).isEqualTo(EMPTY);
        assertThat(ada.notes().latest(0, 9)).hasSize(1);
    }
}
