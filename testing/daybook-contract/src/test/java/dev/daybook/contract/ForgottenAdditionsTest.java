package dev.daybook.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.contract.JoiningModel.Way;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Entry;
import dev.daybook.model.Note;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.Selection;
import dev.daybook.spi.GroundingPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A model joins additions, and an addition is forgotten: the others are joined again, without it. */
class ForgottenAdditionsTest {

    private static final List<String> TOPICS = List.of("tea", "job", "bike", "cat", "garden", "piano");
    private static final int ADDITIONS = 40;

    private static Memory open(JoiningModel model) {
        return Daybook.builder(new InMemoryStore())
                .embedder(new TopicVectors())
                .languageModel(model)
                .grounding(GroundingPolicy.off())
                .retryAfter(Duration.ZERO)
                .background(false)
                .open()
                .user("ada");
    }

    private static String add(Memory memory, String... texts) {
        return memory.notes().remember(List.of(texts)).map(Receipt::id).orElseThrow();
    }

    private static List<DerivationOutcome> finish(Memory memory) {
        List<DerivationOutcome> all = new ArrayList<>();
        for (int run = 0; run < 10_000; run++) {
            List<DerivationOutcome> outcomes = memory.consolidate();
            if (outcomes.isEmpty()) {
                return all;
            }
            all.addAll(outcomes);
        }
        throw new AssertionError("it does not come to an end");
    }

    private static List<String> live(Memory memory) {
        return memory.notes().latest(0, 1_000).stream().map(Note::text).toList();
    }

    private static List<String> addAll(Memory memory, int without) {
        Random values = new Random(42);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < ADDITIONS; i++) {
            String one = TOPICS.get(values.nextInt(TOPICS.size())) + " v" + i;
            String other = TOPICS.get(values.nextInt(TOPICS.size())) + " w" + i;
            if (i != without) {
                ids.add(values.nextBoolean() ? add(memory, one, other) : add(memory, one));
            } else {
                values.nextBoolean();
            }
        }
        finish(memory);
        return ids;
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "17, 0", "30, 0", "38, 0", "39, 0", "17, 0.5"})
    void the_notes_are_as_if_it_had_never_been_added(int forgotten, double failing) {
        Memory never = open(new JoiningModel(Way.UNREACHABLE, 0));
        addAll(never, forgotten);
        JoiningModel model = new JoiningModel(Way.UNREACHABLE, 0);
        Memory ada = open(model);
        String id = addAll(ada, -1).get(forgotten);
        model.fails(failing);

        ada.forget(Selection.episode(id));
        finish(ada);

        assertThat(live(ada)).containsExactlyInAnyOrderElementsOf(live(never));
        assertThat(ada.archive().exportAll().map(Entry::text))
                .noneMatch(text -> text.matches("(?s).*\\b[vw]" + forgotten + "\\b.*"));
    }

    @Test
    void while_the_model_is_away_the_texts_stand_in() {
        JoiningModel model = new JoiningModel(Way.UNREACHABLE, 0);
        Memory ada = open(model);
        String green = add(ada, "tea green");
        add(ada, "tea black");
        add(ada, "tea white");
        finish(ada);
        assertThat(live(ada)).containsExactly("tea green black white");
        model.fails(1);

        ada.forget(Selection.episode(green));
        assertThat(ada.archive().exportAll().map(Entry::text)).noneMatch(text -> text.contains("green"));
        add(ada, "job none");
        for (int run = 0; run < 3; run++) {
            ada.consolidate();
            assertThat(live(ada)).containsExactlyInAnyOrder("job none", "tea white", "tea black");
        }
        model.fails(0);
        finish(ada);

        assertThat(live(ada)).containsExactlyInAnyOrder("job none", "tea black white");
    }

    @Test
    void undone_work_stays_undone() {
        Memory ada = open(new JoiningModel(Way.UNREACHABLE, 0));
        String green = add(ada, "tea green");
        finish(ada);
        add(ada, "tea black");
        String operation = finish(ada).stream()
                .filter(outcome -> outcome.derivation().equals("notes") && outcome.operation() != null)
                .map(DerivationOutcome::operation)
                .findFirst()
                .orElseThrow();
        // The core rests on the note, so it is taken back by hand.
        ada.operations().undo(operation);

        ada.forget(Selection.episode(green));
        finish(ada);

        assertThat(live(ada)).isEmpty();
    }

    @Test
    void a_note_that_stands_in_and_is_taken_out_does_not_come_back_with_the_model() {
        JoiningModel model = new JoiningModel(Way.UNREACHABLE, 1);
        Memory ada = open(model);
        add(ada, "tea green", "job none");
        ada.consolidate();
        Note tea = ada.notes().list().get(0);

        ada.forget(Selection.entry(tea.kind(), tea.id()));
        model.fails(0);
        finish(ada);

        assertThat(live(ada)).containsExactly("job none");
        assertThat(ada.notes().latest(0, 1).get(0).origin().writer()).isEqualTo("inputs");
    }
}
