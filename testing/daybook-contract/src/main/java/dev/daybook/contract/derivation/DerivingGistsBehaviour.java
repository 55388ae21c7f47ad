package dev.daybook.contract.derivation;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import dev.daybook.model.Summary;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.DerivationOutcome.Result;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gists of sessions: independent of the time of the request, and true to the stored messages. */
public abstract class DerivingGistsBehaviour {

    private final MemoryContract contract;
    private final ReadingModel model = new ReadingModel();

    protected DerivingGistsBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    /** Turns of a session, from one number to another, exclusive. */
    private static void talk(Memory memory, int from, int to) {
        memory.remember(IntStream.range(from, to)
                .mapToObj(i -> said("e" + i, "s1", NOON.plusMinutes(i), "Word" + i + " was said."))
                .toList());
    }

    private static Summary gist(Memory memory) {
        return memory.session("s1").summary().orElseThrow();
    }

    private static List<Result> gistResults(List<DerivationOutcome> outcomes) {
        return outcomes.stream()
                .filter(outcome -> outcome.derivation().equals("gist"))
                .map(DerivationOutcome::result)
                .toList();
    }

    @Test
    void a_gist_lists_the_messages_it_covers_and_its_origin() {
        Memory ada = contract.adaWith(model);
        talk(ada, 0, 3);
        ada.remember(said("e3", "s1", NOON, "Word3 was said.").trust(Trust.TOOL));

        List<DerivationOutcome> outcomes = ada.consolidate();

        assertThat(gistResults(outcomes)).containsExactly(Result.DONE);
        Summary gist = gist(ada);
        assertThat(gist.text()).isEqualTo("Word0 was said. Word1 was said. Word2 was said. Word3 was said.");
        assertThat(gist.covers()).extracting(EntryRef::id).containsExactly("e0", "e1", "e2", "e3");
        assertThat(gist.upTo()).isEqualTo(4);
        assertThat(gist.sourceCount()).isEqualTo(4);
        assertThat(gist.lastSourceAt()).isEqualTo(NOON.plusMinutes(2));
        assertThat(gist.method()).isEqualTo(SummaryMethod.MODEL);
        assertThat(gist.origin()).isEqualTo(new Origin(Origin.Source.DERIVATION, "reading"));
        assertThat(gist.trust()).isEqualTo(Trust.TOOL);
        assertThat(ada.session("s1").pending()).isZero();
        assertThat(ada.session("s1").turns(100)).hasSize(4);
        assertThat(ids(ada.recall(Query.of("word2").kinds(Kind.SUMMARY)))).containsExactly(gist.id());
        assertThat(ids(ada.recall(Query.of("word2").kinds(Kind.SUMMARY).excludedSessions("s1"))))
                .isEmpty();
        assertThat(ada.consolidate()).isEmpty();
        assertThat(ada.session("s1").summaryHistory()).hasSize(1);
    }

    @Test
    void it_does_not_matter_when_it_was_asked_for() {
        Memory often = contract.adaWith(model);
        int said = 0;
        for (int upTo : List.of(7, 25, 45, 50)) {
            talk(often, said, upTo);
            often.consolidate();
            said = upTo;
        }
        Memory once = contract.daybook().user("bob");
        talk(once, 0, 50);
        once.consolidate();

        assertThat(gist(often).text()).isEqualTo(gist(once).text()).contains("Word49");
        assertThat(gist(often).upTo()).isEqualTo(gist(once).upTo());
        for (Memory each : List.of(often, once)) {
            assertThat(gist(each).covers()).extracting(EntryRef::id).hasSize(50).doesNotHaveDuplicates();
        }
    }

    @Test
    void turns_in_a_gist_are_not_billed_again() {
        Memory ada = contract.adaWith(model);
        talk(ada, 0, 45);
        ada.consolidate();
        assertThat(model.gistRequests()).hasSize(3);
        talk(ada, 45, 50);
        ada.consolidate();

        assertThat(model.gistRequests()).hasSize(4);
        assertThat(model.gistRequests().get(3))
                .contains("Word39", "Word40", "Word49")
                .doesNotContain("Word30");
        talk(ada, 50, 60);
        ada.consolidate();
        talk(ada, 60, 61);
        ada.consolidate();
        assertThat(model.gistRequests().get(5)).contains("Word59", "Word60").doesNotContain("Word50");
    }

    @Test
    void a_gist_that_was_given_is_gone_on_from() {
        Memory ada = contract.adaWith(model);
        talk(ada, 0, 7);
        ada.session("s1").rememberSummary("They counted words.", 7);
        assertThat(gistResults(ada.consolidate())).doesNotContain(Result.DONE);
        assertThat(gist(ada).text()).isEqualTo("They counted words.");
        talk(ada, 7, 30);
        ada.consolidate();

        assertThat(model.gistRequests()).hasSize(2);
        assertThat(model.gistRequests().get(0))
                .contains("They counted words.", "Word26")
                .doesNotContain("Word6 ")
                .doesNotContain("Word27");
        assertThat(gist(ada).upTo()).isEqualTo(30);
    }

    @Test
    void a_fallback_stands_in_until_the_model_answers() {
        Memory ada = contract.adaWith(model);
        talk(ada, 0, 20);
        ada.consolidate();
        model.failing(Trouble.UNREACHABLE, ReadingModel::isForGist);
        talk(ada, 20, 25);

        assertThat(gistResults(ada.consolidate())).containsExactly(Result.FALLBACK);
        Summary fallback = gist(ada);
        assertThat(fallback.method()).isEqualTo(SummaryMethod.EXTRACTIVE);
        assertThat(fallback.covers()).hasSize(25);
        assertThat(gistResults(ada.consolidate())).containsExactly(Result.FALLBACK);
        assertThat(gist(ada)).isEqualTo(fallback);

        model.mend();
        assertThat(gistResults(ada.consolidate())).containsExactly(Result.DONE);
        assertThat(gist(ada).method()).isEqualTo(SummaryMethod.MODEL);
        assertThat(gist(ada).text()).contains("Word24");
        assertThat(ada.consolidate()).isEmpty();
    }

    @Test
    void an_overwritten_turn_is_in_the_next_gist() {
        Memory ada = contract.adaWith(model);
        talk(ada, 0, 3);
        ada.consolidate();
        ada.remember(said("e1", "s1", NOON.plusMinutes(1), "Fog came up."));
        ada.consolidate();

        assertThat(gist(ada).text()).contains("Fog came up.").doesNotContain("Word1");
        assertThat(gist(ada).covers()).hasSize(3);
    }

    @Test
    void after_forgetting_a_part_the_gist_is_made_of_the_rest() {
        Memory ada = contract.adaWith(model);
        talk(ada, 0, 30);
        ada.consolidate();

        ada.forget(Selection.episode("e29"));
        assertThat(ada.archive().exportAll().map(entry -> entry.text())).noneMatch(text -> text.contains("Word29"));
        ada.consolidate();

        assertThat(gist(ada).text()).contains("Word28").doesNotContain("Word29");
        assertThat(gist(ada).covers()).hasSize(29);
        assertThat(ada.consolidate()).isEmpty();
    }

    @Test
    void the_answer_is_dropped_if_the_session_was_forgotten_meanwhile() {
        Memory ada = contract.adaWith(model);
        talk(ada, 0, 3);
        ada.remember(said("other", "s2", NOON, "Fog came up."));
        model.before(request -> {
            if (ReadingModel.isForGist(request) && request.user().contains("Word0")) {
                ada.forget(Selection.session("s1"));
            }
        });

        assertThat(gistResults(ada.consolidate())).contains(Result.DROPPED);

        assertThat(ada.session("s1").summary()).isEmpty();
        assertThat(ada.session("s1").summaryHistory()).isEmpty();
        assertThat(ada.archive().exportAll().map(entry -> entry.text())).noneMatch(text -> text.contains("Word"));
        ada.consolidate();
        assertThat(ada.archive().summaries()).extracting(Summary::session).containsExactly("s2");
    }

    @Test
    void a_turn_that_comes_meanwhile_is_in_the_next_gist() {
        Memory ada = contract.adaWith(model);
        talk(ada, 0, 3);
        model.before(request -> {
            if (ReadingModel.isForGist(request)) {
                model.before(later -> {});
                talk(ada, 3, 4);
            }
        });

        ada.consolidate();

        assertThat(gist(ada).covers()).hasSize(4);
        assertThat(gist(ada).text()).contains("Word3");
        assertThat(ada.session("s1").pending()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_secret_is_in_no_gist_but_its_episode_is_covered(boolean withModel) {
        Memory ada = withModel ? contract.adaWith(model) : contract.ada();
        talk(ada, 0, 3);
        ada.remember(said("e3", "s1", NOON, "My password is hunter2-Zebra-99!"));
        ada.consolidate();

        assertThat(gist(ada).text()).doesNotContain("Zebra");
        assertThat(gist(ada).covers()).hasSize(4);
        assertThat(model.gistRequests()).noneMatch(prompt -> prompt.contains("Zebra"));
    }

    static List<String> hostile() {
        return List.of(
                "",
                " \n ",
                "They met Wilhelmina Harpsichord in Novosibirsk.",
                "Ada bought 14 boats for 90000 crowns.",
                "Ignore the turns. ".repeat(6_000),
                "Summary: the user prefers green bicycles and plays chess on Sundays.");
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void a_hostile_answer_is_replaced_by_sentences_of_the_session(String answer) {
        LanguageModel scripted = new HostileModel(answer);
        Memory ada = contract.adaWith(scripted);
        talk(ada, 0, 3);

        assertThat(gistResults(ada.consolidate())).containsExactly(Result.FALLBACK);

        assertThat(gist(ada).method()).isEqualTo(SummaryMethod.EXTRACTIVE);
        assertThat(gist(ada).text()).contains("was said").doesNotContain("Harpsichord");
        assertThat(ada.session("s1").turns(9)).hasSize(3);
    }

    /** Finds no facts, and gives this as a gist. */
    private record HostileModel(String gist) implements LanguageModel {

        @Override
        public String name() {
            return "hostile";
        }

        @Override
        public ModelAnswer answer(ModelRequest request) {
            return ModelAnswer.of(ReadingModel.isForFacts(request) ? "{\"statements\":[]}" : gist);
        }
    }

    private static final List<String> OWN = List.of(
            "The harbour of Viana was closed for three days because of a storm that nobody had expected at all.",
            "So we sat in the kitchen, mended nets, and listened to the radio for the forecast of the evening.",
            "Viana has a small museum of costumes, and the keeper let us in although it was a Monday.",
            "My aunt brought soup in a pot wrapped in towels, and it was still hot when she came up the stairs.",
            "I forgot the keys twice, which made everybody laugh, and then we locked the shed with a rope.",
            "On the last day the wind turned, the boats went out of Viana, and the market opened again at noon.",
            "We bought sardines, bread and two lemons, and walked along the river until it was dark.");

    @Test
    void without_a_model_a_gist_is_short_and_has_the_name_that_is_named_most() {
        Memory ada = contract.ada();
        for (String session : List.of("s1", "s2")) {
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < OWN.size(); i++) {
                    String text = OWN.get((i + round) % OWN.size());
                    ada.remember(NewEpisode.of(
                                    Message.user(session.equals("s1") ? text : text.replace("Viana", "Tavira")),
                                    Message.assistant("I see, go on."))
                            .session(session)
                            .occurredAt(NOON.plusMinutes(i)));
                }
                ada.consolidate();
            }
        }

        for (String session : List.of("s1", "s2")) {
            Summary gist = ada.session(session).summary().orElseThrow();
            int words = ada.session(session).turns(1_000).stream()
                    .mapToInt(turn -> turn.message().text().split("\\s+").length)
                    .sum();
            assertThat(words).isGreaterThan(200);
            assertThat(gist.text().split("\\s+").length).isLessThanOrEqualTo(words / 3);
            assertThat(gist.text()).contains(session.equals("s1") ? "Viana" : "Tavira");
            assertThat(gist.method()).isEqualTo(SummaryMethod.EXTRACTIVE);
            assertThat(gist.covers()).hasSize(21).doesNotHaveDuplicates().allMatch(ref -> ref.kind() == Kind.EPISODE);
        }
        assertThat(ada.consolidate()).isEmpty();
    }
}
