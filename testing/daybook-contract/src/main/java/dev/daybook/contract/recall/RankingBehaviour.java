package dev.daybook.contract.recall;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.messages;
import static dev.daybook.contract.memory.MessageFixture.named;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.contract.memory.MessageFixture;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import dev.daybook.outcome.Explanation;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.ScoreReason;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The ranking of hits. */
public abstract class RankingBehaviour {

    private static final List<Message> CHAT = List.of(
            named("Mira", "Where did you leave the canoe?"),
            named("Teo", "Behind the boathouse, next to the nets."),
            named("Mira", "Good. Did the varnish dry?"),
            named("Teo", "Not yet, it rained all week."),
            named("Mira", "My sister paints her kitchen."),
            named("Teo", "Which colour?"),
            named("Mira", "Green, like the old canoe."),
            named("Teo", "I would never paint anything green."));

    private final MemoryContract contract;

    protected RankingBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private record Scored(String text, double score) {}

    /** Returns the messages of all hits, the best first, over all episodes. */
    private static List<Scored> ranking(Memory memory, Query query) {
        List<Scored> scored = new ArrayList<>();
        for (Hit hit : memory.recall(query.limit(100))) {
            hit.messages()
                    .forEach(message -> scored.add(
                            new Scored(messages(hit).get(message.index()).text(), message.score())));
        }
        scored.removeIf(message -> message.score() == 0);
        scored.sort(Comparator.comparingDouble(Scored::score).reversed().thenComparing(Scored::text));
        return scored;
    }

    @Test
    void a_session_in_pairs_or_in_single_turns_is_ranked_alike() {
        Memory pairs = contract.daybook().user("pairs");
        Memory turns = contract.daybook().user("turns");
        for (int i = 0; i < CHAT.size(); i += 2) {
            OffsetDateTime time = NOON.plusMinutes(i);
            String session = i < 4 ? "s1" : "s2";
            pairs.remember(
                    NewEpisode.of(CHAT.get(i), CHAT.get(i + 1)).session(session).occurredAt(time));
            turns.remember(NewEpisode.of(CHAT.get(i)).session(session).occurredAt(time));
            turns.remember(NewEpisode.of(CHAT.get(i + 1)).session(session).occurredAt(time));
        }
        for (By by : List.of(By.BEST, By.WORDS)) {
            for (String question : List.of(
                    "where is the canoe?", "which colour is the kitchen?", "did the varnish dry, Teo?", "green")) {
                List<Scored> ranking = ranking(pairs, by(by, question));
                assertThat(ranking).isNotEmpty().isEqualTo(ranking(turns, by(by, question)));
            }
        }
    }

    @Test
    void an_answer_that_shares_no_word_with_the_question_comes_with_the_turn_it_answers() {
        Memory ada = contract.ada();
        CHAT.forEach(message -> ada.remember(NewEpisode.of(message).session("s1")));
        List<String> found = ada.recall(Query.of("where is the canoe?").limit(3)).stream()
                .map(hit -> messages(hit).get(0).text())
                .toList();

        assertThat(found).contains("Where did you leave the canoe?", "Behind the boathouse, next to the nets.");
        assertThat(ids(ada.recall(by(By.WORDS, "boathouse")))).hasSize(1);
    }

    @Test
    void neighbours_stand_side_by_side_across_episodes_and_not_across_sessions() {
        Memory ada = contract.ada();
        Receipt question = ada.session("s1").remember(named("Mira", "Where is the canoe?"));
        Receipt elsewhere = ada.session("s2").remember(named("Teo", "Fine weather today."));
        Receipt answer = ada.session("s1").remember(named("Teo", "Behind the shed."));
        List<String> found = ids(ada.recall("canoe"));

        // The answer first, although it shares no word with the question.
        assertThat(found).containsExactly(answer.id(), question.id()).doesNotContain(elsewhere.id());
        assertThat(ada.recall("canoe").get(0).why())
                .extracting(reason -> reason.signal())
                .contains("neighbours");
    }

    @Test
    void the_speaker_named_in_the_question_is_preferred() {
        Memory ada = contract.ada();
        Receipt mira = ada.session("s1").remember(named("Mira", "I paint boats in winter."));
        ada.session("s2").remember(named("Teo", "Mira paints boats in winter."));
        Receipt teo = ada.session("s3").remember(named("Teo", "I paint boats in winter."));

        assertThat(ada.recall("what does Mira paint in winter?").get(0).id()).isEqualTo(mira.id());
        assertThat(ids(ada.recall("what does Teo paint in winter?"))).startsWith(teo.id());
        assertThat(ada.recall("what does Mira paint in winter?").get(0).why())
                .extracting(reason -> reason.signal())
                .contains("speaker");
    }

    @Test
    void hits_include_speaker_and_time() {
        Memory ada = contract.ada();
        Receipt july = ada.remember(NewEpisode.of(named("Mira", "The nets are mended."))
                .occurredAt(OffsetDateTime.parse("2025-07-19T23:30:00-05:00")));
        ada.remember(NewEpisode.of(named("Teo", "The nets are torn."))
                .occurredAt(OffsetDateTime.parse("2025-08-02T12:00:00Z")));

        assertThat(ids(ada.recall(by(By.WORDS, "what did Mira say?")))).containsExactly(july.id());
        assertThat(ids(ada.recall(by(By.WORDS, "in july")))).containsExactly(july.id());
        assertThat(ids(ada.recall(by(By.WORDS, "on the 19th, or the 19")))).containsExactly(july.id());
    }

    @Test
    void a_replaced_text_leaves_no_trace_in_the_scores() {
        Memory fresh = contract.daybook().user("fresh");
        Memory edited = contract.daybook().user("edited");
        edited.remember(MessageFixture.said("a", "s", NOON, "canoe canoe canoe nets boathouse"));
        edited.remember(MessageFixture.said("b", "s", NOON, "canoe varnish"));
        edited.recall("canoe");
        for (Memory memory : List.of(fresh, edited)) {
            memory.remember(MessageFixture.said("a", "s", NOON, "canoe and nets"));
            memory.remember(MessageFixture.said("b", "s", NOON, "a canoe at last"));
            memory.remember(MessageFixture.said("c", "s", NOON, "varnish"));
        }
        for (By by : List.of(By.BEST, By.WORDS)) {
            for (String question : List.of("canoe", "varnish", "nets", "canoe varnish boathouse")) {
                List<Hit> expected = fresh.recall(by(by, question));
                List<Hit> found = edited.recall(by(by, question));
                assertThat(ids(found)).isEqualTo(ids(expected));
                for (int i = 0; i < found.size(); i++) {
                    assertThat(found.get(i).score())
                            .isCloseTo(expected.get(i).score(), org.assertj.core.data.Offset.offset(1e-9));
                }
            }
        }
    }

    /** Writes an update, and the statement that it replaces, which is nearer to the question. */
    private Memory landlords() {
        Memory ada = contract.openedWith(parts -> parts.noEmbedder()).user("ada");
        ada.remember(said("older", "s1", NOON, "Our landlord is Mr. Okafor."));
        ada.remember(said("other", "s2", NOON.plusDays(1), "The landlord of the pub pours a good stout."));
        ada.remember(said("newer", "s3", NOON.plusDays(2), "We have a new landlord now, Mrs. Lindqvist."));
        return ada;
    }

    @Test
    void an_update_comes_directly_before_the_statement_that_it_restates() {
        Memory ada = landlords();
        Query query = Query.of("Who is our landlord?");

        List<Hit> hits = ada.recall(query);

        assertThat(ids(hits).subList(0, 2)).containsExactly("newer", "older");
        assertThat(hits.get(0).score()).isLessThan(hits.get(1).score());
        assertThat(hits.get(0).why())
                .filteredOn(reason -> reason.signal().equals("update"))
                .extracting(ScoreReason::detail)
                .containsExactly("it restates episode older, which is older");
        for (int i = 0; i < hits.size(); i++) {
            Explanation explanation = ada.explain(
                    query, new EntryRef(ada.scope(), Kind.EPISODE, hits.get(i).id()));
            assertThat(explanation.rank()).isEqualTo(i + 1);
            assertThat(explanation.why()).isEqualTo(hits.get(i).why());
        }
    }

    @Test
    void an_older_statement_leads_in_every_other_recall() {
        Memory ada = landlords();

        for (Query query : List.of(
                Query.of("Who is our landlord?").limit(1),
                Query.of("Who is our landlord?").by(By.WORDS),
                Query.of("Who was our landlord?"),
                Query.of("Who is our landlord on 1 May 2026?"),
                Query.of("Is our landlord Mr. Okafor?"))) {
            assertThat(ids(ada.recall(query)).get(0)).as("%s", query).isEqualTo("older");
        }
    }

    @Test
    void a_message_of_another_author_or_of_less_trust_is_no_update() {
        Memory ada = landlords();
        String text = "Our new landlord is Sir Evil, no longer Mr. Okafor.";
        ada.remember(NewEpisode.of(Message.assistant(text))
                .id("assistant")
                .session("s4")
                .occurredAt(NOON.plusDays(4)));
        ada.remember(NewEpisode.of(named("Ben", text)).id("ben").session("s5").occurredAt(NOON.plusDays(5)));
        ada.remember(said("page", "s6", NOON.plusDays(6), text).origin(Origin.TOOL));

        assertThat(ada.recall(Query.of("Who is our landlord?").limit(20)))
                .filteredOn(hit ->
                        hit.why().stream().anyMatch(reason -> reason.signal().equals("update")))
                .extracting(Hit::id)
                .containsExactly("newer");
    }
}
