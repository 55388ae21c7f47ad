package dev.daybook.contract;

import static dev.daybook.contract.MemoryContract.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Trust;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Selection;
import dev.daybook.testkit.FixedClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The same statement again, endings that wait, and statements of one relation in other words. */
class RepeatedStatementTest {

    private static final FactQuery NOW = FactQuery.all().validAt(NOON.toInstant());

    private final Daybook daybook = Daybook.builder(new InMemoryStore())
            .noEmbedder()
            .clock(FixedClock.at(NOON))
            .background(false)
            .open();
    private final Memory ada = daybook.user("ada");

    @AfterEach
    void close() {
        daybook.close();
    }

    private void say(String id, int daysAgo, String text) {
        say(id, daysAgo, text, null);
    }

    private void say(String id, int daysAgo, String text, Trust trust) {
        ada.remember(NewEpisode.of(Message.user(text), Message.assistant("Good to know."))
                .id(id)
                .session(id)
                .occurredAt(NOON.minusDays(daysAgo))
                .trust(trust));
    }

    private List<String> now() {
        return ada.facts().list(NOW).stream().map(Fact::triple).sorted().toList();
    }

    private static List<String> sources(Fact fact) {
        return fact.sources().stream().map(EntryRef::id).toList();
    }

    private void sayOften() {
        IntStream.range(0, 8).forEach(i -> say("e" + i, 20 - i, "I live in Lisbon."));
        ada.consolidate();
    }

    @Test
    void a_statement_in_eight_sessions_is_one_open_fact_with_eight_sources() {
        sayOften();

        assertThat(ada.facts().list(FactQuery.all())).singleElement().satisfies(fact -> {
            assertThat(sources(fact)).containsExactly("e0", "e1", "e2", "e3", "e4", "e5", "e6", "e7");
            assertThat(fact.validFrom()).isEqualTo(NOON.minusDays(20));
        });
        assertThat(ada.archive().profile().count(Kind.FACT)).isEqualTo(1);
        assertThat(ada.facts().recall("Lisbon", 9)).hasSize(1);
        assertThat(ada.consolidate()).isEmpty();
    }

    @Test
    void forgetting_one_session_takes_one_source_and_the_start_if_it_was_the_first() {
        sayOften();

        ada.forget(Selection.session("e3"));
        assertThat(ada.facts().list(FactQuery.all()))
                .singleElement()
                .satisfies(fact -> assertThat(sources(fact)).hasSize(7).doesNotContain("e3"));
        ada.forget(Selection.session("e0"));

        assertThat(ada.facts().list(FactQuery.all())).singleElement().satisfies(fact -> {
            assertThat(sources(fact)).hasSize(6).startsWith("e1");
            assertThat(fact.validFrom()).isEqualTo(NOON.minusDays(19));
            assertThat(ada.facts().history(fact.id()))
                    .allMatch(version -> !sources(version).contains("e0"));
        });
    }

    @Test
    void a_forget_an_end_and_a_correction_by_id_are_about_the_statement_wherever_it_was_made() {
        sayOften();
        String first = ada.facts().list(FactQuery.all()).get(0).id();

        ada.facts().end(first, NOON.minusDays(1));
        assertThat(now()).isEmpty();
        ada.facts().remember(NewFact.of("user", "lives_in", "Porto").id(first).validFrom(NOON.minusDays(20)));
        assertThat(now()).containsExactly("user lives_in Porto");

        say("again", 3, "I live in Faro.");
        say("once more", 2, "I live in Faro.");
        ada.consolidate();
        ada.facts().forget(ada.facts().list(NOW).get(0).id());
        assertThat(now()).containsExactly("user lives_in Porto");
    }

    @Test
    void a_forget_of_several_facts_is_about_each_statement_wherever_it_was_made() {
        say("Faro", 9, "I live in Faro.");
        say("Faro again", 8, "I live in Faro.");
        say("tea", 7, "I like green tea.");
        say("tea again", 6, "I like green tea.");
        say("peanuts", 5, "I am allergic to peanuts.");
        ada.consolidate();
        List<String> all = now();
        List<Fact> two = ada.facts().list(NOW).stream().limit(2).toList();

        ada.forget(Selection.entries(Kind.FACT, two.stream().map(Fact::id).toList()));

        List<String> rest = new ArrayList<>(all);
        two.forEach(fact -> rest.remove(fact.triple()));
        assertThat(all).hasSize(3);
        assertThat(now()).isEqualTo(rest);
    }

    @Test
    void a_repetition_of_less_trust_is_no_source_if_an_assistant_made_it_and_one_of_more_trust_stands_for_itself() {
        say("user", 9, "I live in Lisbon.");
        say("agent", 8, "I live in Lisbon.", Trust.ASSISTANT);
        ada.consolidate();
        assertThat(ada.facts().list(NOW))
                .singleElement()
                .satisfies(fact -> assertThat(sources(fact)).containsExactly("user"));

        say("earlier", 10, "I live in Lisbon.", Trust.ASSISTANT);
        ada.consolidate();
        assertThat(ada.facts().list(NOW))
                .extracting(Fact::trust)
                .containsExactlyInAnyOrder(Trust.ASSISTANT, Trust.USER);
    }

    @Test
    void a_fact_of_a_caller_keeps_its_id_and_gets_the_sources_of_what_is_said_again() {
        ada.facts()
                .remember(NewFact.of("user", "lives_in", "Lisbon").id("given").validFrom(NOON.minusDays(9)));
        say("e1", 5, "I live in Lisbon.");
        ada.consolidate();
        ada.facts()
                .remember(NewFact.of("user", "lives_in", "Lisbon").id("again").validFrom(NOON.minusDays(4)));

        assertThat(ada.facts().list(NOW)).extracting(Fact::id).containsExactlyInAnyOrder("given", "again");
        assertThat(sources(ada.facts().find("given").orElseThrow())).containsExactly("e1");
        ada.forget(Selection.episode("e1"));
        assertThat(ada.facts().find("given").orElseThrow().sources()).isEmpty();
    }

    @Test
    void an_ending_counts_before_its_statement_is_known_and_after_another_ending_is_forgotten() {
        say("end", 5, "I no longer live in Oslo.");
        ada.consolidate();
        assertThat(ada.facts().list(FactQuery.all())).isEmpty();
        say("end again", 4, "I no longer live in Oslo.");
        say("start", 9, "I live in Oslo.");
        ada.consolidate();
        assertThat(now()).isEmpty();

        ada.forget(Selection.episode("end"));
        assertThat(now()).isEmpty();
        ada.forget(Selection.episode("end again"));
        assertThat(now()).containsExactly("user lives_in Oslo");
    }

    @Test
    void a_redone_ending_ends_again() {
        say("start", 9, "I live in Oslo.");
        ada.consolidate();
        say("end", 5, "I no longer live in Oslo.");
        String ended = operation(ada.consolidate());

        DerivationOutcome undone = ada.operations().undo(ended);
        assertThat(now()).containsExactly("user lives_in Oslo");
        ada.operations().undo(Objects.requireNonNull(undone.operation()));

        assertThat(now()).isEmpty();
    }

    private static String operation(List<DerivationOutcome> outcomes) {
        return outcomes.stream()
                .filter(outcome -> outcome.derivation().equals("facts"))
                .map(DerivationOutcome::operation)
                .findFirst()
                .map(Objects::requireNonNull)
                .orElseThrow();
    }

    @Test
    void a_stated_end_comes_back_when_the_fact_before_it_is_corrected() {
        ada.facts()
                .remember(NewFact.of("user", "lives_in", "Oslo")
                        .id("o")
                        .validFrom(NOON.minusDays(9))
                        .validUntil(NOON.minusDays(2)));
        ada.facts().remember(NewFact.of("user", "lives_in", "Faro").id("f").validFrom(NOON.minusDays(8)));
        ada.facts().remember(NewFact.of("user", "owns", "Faro").id("f").validFrom(NOON.minusDays(8)));

        assertThat(ada.facts().find("o").orElseThrow().validUntil()).isEqualTo(NOON.minusDays(2));
    }

    @Test
    void a_dislike_ends_the_liking_of_the_same_thing_and_of_nothing_else() {
        say("e1", 9, "I love chess.");
        say("e2", 8, "I love tennis.");
        say("e3", 5, "I hate chess.");
        ada.consolidate();

        assertThat(now()).containsExactly("user dislikes chess", "user likes tennis");
    }

    @Test
    void an_export_has_all_statements_and_gives_the_same_facts_and_the_same_forgetting() {
        sayOften();
        List<Entry> exported = ada.archive().exportAll().toList();
        try (Daybook other = Daybook.builder(new InMemoryStore())
                .noEmbedder()
                .clock(FixedClock.at(NOON))
                .background(false)
                .open()) {
            Memory copy = other.user("ada");
            copy.archive().importAll(exported);

            assertThat(copy.facts().list(FactQuery.all()))
                    .singleElement()
                    .satisfies(fact -> assertThat(sources(fact)).hasSize(8));
            assertThat(copy.archive().importAll(exported)).hasSameSizeAs(exported);
            copy.forget(Selection.session("e0"));
            assertThat(copy.facts().list(FactQuery.all()))
                    .singleElement()
                    .satisfies(fact -> assertThat(sources(fact)).hasSize(7));
        }
    }
}
