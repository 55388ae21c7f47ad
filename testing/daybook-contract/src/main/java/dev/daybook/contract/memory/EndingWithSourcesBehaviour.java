package dev.daybook.contract.memory;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.facts;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.daybook.Bank;
import dev.daybook.Memory;
import dev.daybook.access.AccessRight;
import dev.daybook.access.Principal;
import dev.daybook.contract.MemoryContract;
import dev.daybook.contract.derivation.BankFixture;
import dev.daybook.error.AccessRefusedException;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.NewSummary;
import dev.daybook.model.SessionRef;
import dev.daybook.model.Summary;
import dev.daybook.model.Trust;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Selection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Entries that were derived before their source got an end, or another one, end with it too. */
public abstract class EndingWithSourcesBehaviour {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Instant END = NOON.toInstant().plus(HOUR);

    private final MemoryContract contract;

    protected EndingWithSourcesBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private Memory adaWithoutBackground() {
        return contract.openedWith(parts -> parts.noEmbedder().background(false))
                .user("ada");
    }

    private static NewEpisode home() {
        return said("home", "visit", NOON, "I live in Faro.");
    }

    /** Returns a memory with a fact and a gist of an episode that has no end. */
    private Memory adaOfFaro() {
        Memory ada = adaWithoutBackground();
        ada.remember(home());
        ada.remember(said("drink", "visit", NOON, "I like tea."));
        ada.consolidate();
        ada.session("visit").summarize();
        assertThat(facts(ada)).contains("user lives_in Faro");
        assertThat(gist(ada)).contains("Faro");
        return ada;
    }

    private static String gist(Memory memory) {
        return memory.session("visit").summary().map(Summary::text).orElse("");
    }

    private static EntryRef ref(Memory memory, Kind kind, String id) {
        return new EntryRef(memory.scope(), kind, id);
    }

    private void end() {
        contract.clock().advance(HOUR);
    }

    @Test
    void what_was_derived_before_the_source_got_its_end_ends_with_it() {
        Memory ada = adaOfFaro();

        ada.remember(home().expiresAt(END));
        assertThat(facts(ada)).contains("user lives_in Faro");
        end();

        assertThat(facts(ada)).containsExactly("user likes tea");
        assertThat(gist(ada)).doesNotContain("Faro");
        assertThat(ada.recall("Faro")).noneMatch(hit -> hit.text().contains("Faro"));
        assertThat(ada.session("now").context("Faro").text()).doesNotContain("Faro");
        assertThat(ada.archive().exportLines()).noneMatch(line -> line.contains("Faro"));
    }

    @Test
    void what_is_derived_again_before_the_end_ends_too() {
        Memory ada = adaOfFaro();

        ada.remember(home().expiresAt(END));
        ada.consolidate();
        end();

        assertThat(facts(ada)).containsExactly("user likes tea");
    }

    @Test
    void what_was_derived_from_an_ending_source_stays_when_the_end_moves() {
        Memory ada = adaWithoutBackground();
        ada.remember(home().expiresAt(END));
        ada.consolidate();

        ada.remember(home().expiresAt(END.plus(HOUR)));
        ada.consolidate();
        end();
        assertThat(facts(ada)).containsExactly("user lives_in Faro");
        end();

        assertThat(facts(ada)).isEmpty();
    }

    @Test
    void given_entries_end_with_the_first_of_their_sources_and_their_own_end() {
        Memory ada = adaWithoutBackground();
        ada.remember(home());
        List<EntryRef> cited = List.of(ref(ada, Kind.EPISODE, "home"));
        ada.facts().remember(NewFact.of("Ada", "rents in", "Faro").id("f1").sources(cited));
        ada.facts().remember(NewFact.of("Ada", "pays", "rent").id("f2").sources(List.of(ref(ada, Kind.FACT, "f1"))));
        ada.facts()
                .remember(NewFact.of("Ada", "has", "a key")
                        .id("f3")
                        .sources(cited)
                        .expiresAt(END));
        ada.session("visit").rememberSummary("Ada is in Faro.", 1);

        ada.remember(home().expiresAt(END.plus(HOUR)));

        assertThat(ada.facts().list(FactQuery.all()))
                .filteredOn(fact -> !fact.id().equals("f3"))
                .extracting(Fact::expiresAt)
                .containsExactly(END.plus(HOUR), END.plus(HOUR));
        assertThat(ada.facts().find("f3").orElseThrow().expiresAt()).isEqualTo(END);
        assertThat(ada.session("visit").summary().orElseThrow().expiresAt()).isEqualTo(END.plus(HOUR));
    }

    @Test
    void a_summary_in_the_bank_ends_with_the_session_that_it_cites() {
        Memory ada = adaWithoutBackground();
        Bank bank = new BankFixture(contract).switchedOn();
        ada.remember(home());
        ada.remember(said("drink", "visit", NOON, "I like tea."));
        bank.summarize(new SessionRef(ada.scope(), "visit"));
        bank.remember(NewSummary.of(Summary.Level.DAY, "The tower is closed.").period("2026-03-04"));

        ada.remember(home().expiresAt(END));
        assertThat(bank.preview().text()).contains("Faro");
        end();

        assertThat(BankFixture.texts(bank.list().summaries())).containsExactly("The tower is closed.");
        assertThat(bank.preview().text()).doesNotContain("Faro");
    }

    @Test
    void a_derivation_can_be_undone_after_its_source_got_an_end() {
        Memory ada = adaWithoutBackground();
        ada.remember(home());
        String operation = ada.consolidate().stream()
                .filter(outcome -> outcome.derivation().equals("facts"))
                .map(DerivationOutcome::operation)
                .findFirst()
                .orElseThrow();
        ada.remember(home().expiresAt(END));

        DerivationOutcome undone = ada.operations().undo(operation);
        assertThat(facts(ada)).isEmpty();
        ada.operations().undo(undone.operation());

        assertThat(ada.facts().list(FactQuery.all()))
                .extracting(Fact::expiresAt)
                .containsExactly(END);
    }

    private Memory ada(Principal principal) {
        return contract.embedded().space("default", principal).user("ada");
    }

    @Test
    void a_source_that_ends_is_given_to_a_present_fact_only_with_the_right_to_forget() {
        Memory ada = adaWithoutBackground();
        ada.facts().remember(NewFact.of("Ada", "is allergic to", "peanuts").id("f1"));
        Memory writer = ada(new Principal("k1", Trust.USER, false, Set.of(AccessRight.WRITE, AccessRight.READ)));
        writer.remember(home().expiresAt(END));
        NewFact ending =
                NewFact.of("Ada", "is allergic to", "peanuts").sources(List.of(ref(ada, Kind.EPISODE, "home")));

        assertThatExceptionOfType(AccessRefusedException.class)
                .isThrownBy(() -> writer.facts().remember(ending.id("f1")))
                .withMessageContaining("forget");
        Fact present = ada.facts().find("f1").orElseThrow();
        assertThatExceptionOfType(AccessRefusedException.class)
                .isThrownBy(() -> ada(new Principal("k2", Trust.USER, false, Set.of(AccessRight.ADMIN)))
                        .archive()
                        .importAll(List.of(present.withSources(List.of(ref(ada, Kind.EPISODE, "home"))))))
                .withMessageContaining("forget");
        writer.facts().remember(ending.id("f2"));
        end();

        assertThat(ada.facts().list(FactQuery.all())).extracting(Fact::id).containsExactly("f1");
    }

    @Test
    void a_bounded_key_gives_no_end_to_what_entries_of_more_trust_cite() {
        Memory ada = adaWithoutBackground();
        Memory crawler = ada(new Principal("k1", Trust.TOOL, false));
        crawler.remember(home());
        crawler.facts().remember(NewFact.of("Faro", "is in", "the Algarve").id("f1"));
        ada.facts()
                .remember(NewFact.of("Ada", "rents in", "Faro")
                        .id("f2")
                        .sources(List.of(ref(ada, Kind.EPISODE, "home"))));
        ada.facts()
                .remember(
                        NewFact.of("Ada", "likes", "the Algarve").id("f3").sources(List.of(ref(ada, Kind.FACT, "f1"))));

        assertThatExceptionOfType(AccessRefusedException.class)
                .isThrownBy(() -> crawler.remember(home().expiresAt(END)))
                .withMessageContaining("fact 'f2' has the trust user");
        assertThatExceptionOfType(AccessRefusedException.class)
                .isThrownBy(() -> crawler.facts()
                        .remember(NewFact.of("Faro", "is in", "the Algarve")
                                .id("f1")
                                .expiresAt(END)))
                .withMessageContaining("fact 'f3' has the trust user");

        assertThat(ada.archive().exportAll()).allMatch(entry -> entry.expiresAt() == null);
        ada.forget(Selection.entries(Kind.FACT, List.of("f2", "f3")));
        crawler.remember(home().expiresAt(END));
        assertThat(ada.find(Episode.class, "home").orElseThrow().expiresAt()).isEqualTo(END);
    }
}
