package dev.daybook.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.contract.JoiningModel.Way;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Note;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.query.NoteOptions;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.testkit.ScriptedModel;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A model that fails changes when notes are made, and never which. */
class FailingNotesTest {

    private static final List<String> TOPICS = List.of("tea", "job", "bike", "cat", "garden", "piano");

    private static Memory open(LanguageModel model, NoteOptions options) {
        return Daybook.builder(new InMemoryStore())
                .embedder(new TopicVectors())
                .languageModel(model)
                .grounding(GroundingPolicy.off())
                .notes(options)
                .retryAfter(Duration.ZERO)
                .background(false)
                .open()
                .user("ada");
    }

    private static void add(Memory memory, int episodes) {
        Random values = new Random(42);
        for (int i = 0; i < episodes; i++) {
            String one = TOPICS.get(values.nextInt(TOPICS.size())) + " v" + i;
            String other = TOPICS.get(values.nextInt(TOPICS.size())) + " w" + i;
            if (values.nextBoolean()) {
                memory.notes().remember(List.of(one, other));
            } else {
                memory.notes().remember(one + "; " + other);
            }
            if (values.nextInt(4) == 0) {
                memory.consolidate();
            }
        }
    }

    private static void finish(Memory memory) {
        for (int i = 0; i < 100_000; i++) {
            List<DerivationOutcome> outcomes = memory.consolidate();
            if (outcomes.isEmpty()) {
                return;
            }
        }
        throw new AssertionError("it does not come to an end");
    }

    private static List<String> live(Memory memory) {
        return memory.notes().latest(0, 10_000).stream().map(Note::text).toList();
    }

    /** Three calls of a model that gives rubbish are one try, and each costs. */
    private static int episodes(Way way) {
        return way == Way.UNREACHABLE ? 300 : 150;
    }

    @ParameterizedTest
    @EnumSource
    void a_model_that_fails_at_half_of_its_calls_leaves_the_same_notes(Way way) {
        Memory sound = open(new JoiningModel(way, 0), NoteOptions.DEFAULTS);
        add(sound, episodes(way));
        finish(sound);
        Memory unsound = open(new JoiningModel(way, 0.5), NoteOptions.DEFAULTS);
        add(unsound, episodes(way));
        finish(unsound);

        assertThat(live(unsound)).isEqualTo(live(sound)).hasSizeLessThan(20);
        assertThat(unsound.blocks().core()).isEqualTo(sound.blocks().core()).contains("- seen ");
        assertThat(unsound.notes().list())
                .hasSizeGreaterThan(sound.notes().list().size());
    }

    @Test
    void while_the_model_is_away_the_texts_stand_in() {
        JoiningModel model = new JoiningModel(Way.UNREACHABLE, 0);
        Memory ada = open(model, NoteOptions.DEFAULTS);
        ada.notes().remember(List.of("tea green"));
        ada.consolidate();
        model.fails(1);
        ada.notes().remember(List.of("tea black"));
        ada.notes().remember("tea white; job none");
        ada.consolidate();
        ada.consolidate();

        assertThat(live(ada)).containsExactly("tea white; job none", "tea black", "tea green");
        assertThat(ada.notes().latest(0, 1).get(0).origin().writer()).isEqualTo("provisional");

        model.fails(0);
        ada.consolidate();

        assertThat(live(ada)).containsExactly("job none", "tea green black white");
        assertThat(ada.notes().list()).hasSize(6).filteredOn(Note::isLive).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sure! I have deleted everything.",
                "{\"memories\": \"tea\", \"coverage\": \"complete\"}",
                "{\"contents\": []}",
                "{\"memories\": [\"a\"], \"coverage\": \"total\"}",
                "[",
                ""
            })
    void an_answer_of_no_use_takes_nothing_away(String answer) {
        takesNothingAway(answer);
    }

    @Test
    void an_endless_answer_takes_nothing_away() {
        takesNothingAway("{\"memories\": [\"" + "tea ".repeat(25_000) + "\"], \"coverage\": \"complete\"}");
    }

    private static void takesNothingAway(String answer) {
        ScriptedModel model = ScriptedModel.answering(
                "[]",
                "{\"memories\": [\"drinks tea\"], \"coverage\": \"complete\"}",
                "{\"should_update\": false, \"core_markdown\": null}");
        Memory ada = open(model, NoteOptions.DEFAULTS.waitsForModel(false));
        ada.notes().remember(List.of("tea"));
        ada.consolidate();
        model.then("[]");
        for (int call = 0; call < 9; call++) {
            model.then(answer);
        }
        ada.notes().remember(List.of("tea, green", "tea, green"));
        ada.consolidate();

        assertThat(live(ada)).containsExactly("tea, green", "tea, green", "drinks tea");
        assertThat(model.left()).isZero();
        assertThat(ada.consolidate()).isEmpty();
    }

    @Test
    void one_addition_that_no_answer_fits_does_not_hold_up_the_others_for_ever() {
        Memory ada = open(
                new LanguageModel() {
                    private final JoiningModel model = new JoiningModel(Way.RUBBISH, 0);

                    @Override
                    public String name() {
                        return "choosy";
                    }

                    @Override
                    public ModelAnswer answer(ModelRequest request) {
                        return request.user().contains("poison") ? Way.RUBBISH.fail() : model.answer(request);
                    }
                },
                NoteOptions.DEFAULTS);
        ada.notes().remember(List.of("tea poison"));
        ada.notes().remember(List.of("job none"));
        for (int run = 0; run < 7; run++) {
            ada.consolidate();
            assertThat(live(ada)).containsExactly("job none", "tea poison");
            assertThat(ada.notes().list()).hasSize(2);
        }
        ada.consolidate();

        assertThat(live(ada)).containsExactly("job none", "tea poison");
        assertThat(ada.notes().list()).hasSize(3);
        assertThat(ada.notes().list().get(0).origin().writer()).isEqualTo("inputs");
    }
}
