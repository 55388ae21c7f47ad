package dev.daybook.contract.derivation;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;
import static dev.daybook.testkit.store.ConcurrentTasks.together;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Bank;
import dev.daybook.contract.MemoryContract;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.model.Episode;
import dev.daybook.model.NewSummary;
import dev.daybook.model.SessionRef;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.model.Summary.Level;
import dev.daybook.model.SummaryMethod;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.DerivationOutcome.Result;
import dev.daybook.query.SpaceSettings;
import dev.daybook.testkit.ScriptedModel;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The bank: shared summaries of the sessions of a space, for all of its users. */
public abstract class BankBehaviour {

    private final MemoryContract contract;
    private final BankFixture bankFixture;
    private final ScriptedModel model;

    protected BankBehaviour(MemoryContract contract) {
        this.contract = contract;
        this.bankFixture = new BankFixture(contract);
        this.model = bankFixture.model();
    }

    @Test
    void the_bank_is_off_until_it_is_switched_on() {
        bankFixture.bank();
        contract.daybook().space("default").settings(SpaceSettings.DEFAULTS);
        Bank off = contract.daybook().space("default").bank();
        bankFixture.say(bankFixture.ada("s1"), "e1", BankFixture.LONG_AGO, "Which port?", "8080.");

        assertThat(off.due()).isEmpty();
        assertThat(off.run()).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> off.summarize(bankFixture.ada("s1")))
                .withMessageContaining("bank.enabled");
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void its_settings_outlive_the_daybook_and_are_those_of_one_space() {
        SpaceSettings settings =
                SpaceSettings.DEFAULTS.bank(SpaceSettings.Bank.OFF.enabled(true).maxTokens(300));
        contract.daybook().space("default").settings(settings);
        contract.closeDaybook();

        assertThat(contract.daybook().space("default").settings()).isEqualTo(settings);
        assertThat(contract.daybook().space("default").bank().list().maxTokens())
                .isEqualTo(300);
        assertThat(contract.daybook().space("other").settings().bank()).isEqualTo(SpaceSettings.Bank.OFF);
    }

    @Test
    void a_budget_is_from_200_to_10000_tokens_and_2000_if_none_is_given() {
        assertThat(SpaceSettings.Bank.OFF.enabled(true).maxTokens(0).maxTokens())
                .isEqualTo(2_000);
        assertThat(SpaceSettings.Bank.OFF.enabled(true).maxTokens(200).maxTokens())
                .isEqualTo(200);
        assertThat(SpaceSettings.Bank.OFF.enabled(true).maxTokens(10_000).maxTokens())
                .isEqualTo(10_000);
        for (int tokens : List.of(-1, 1, 199, 10_001)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SpaceSettings.Bank.OFF.enabled(true).maxTokens(tokens))
                    .withMessageContaining("bank.maxTokens is " + tokens);
        }
    }

    @Test
    void a_session_is_due_when_it_has_rested_for_ten_minutes() {
        Bank bank = bankFixture.bank();
        bankFixture.say(bankFixture.ada("just"), "e1", NOON.minusMinutes(10), "a", "b");
        bankFixture.say(bankFixture.ada("fresh"), "e2", NOON.minusMinutes(10).plusSeconds(1), "a", "b");
        bankFixture.say(bankFixture.bob("older"), "e3", NOON.minusHours(2), "a", "b");
        bankFixture.say(bankFixture.bob("older"), "e4", NOON.minusHours(3), "a", "b");
        contract.daybook()
                .space(Space.DEFAULT.id())
                .shared()
                .remember(said("e5", "shared", BankFixture.LONG_AGO, "never read"));
        contract.ada().remember(said("e6", "in no session").occurredAt(BankFixture.LONG_AGO));
        contract.daybook().space("other").user("ada").remember(said("e7", "elsewhere", BankFixture.LONG_AGO, "x"));

        assertThat(bank.due()).containsExactly(bankFixture.bob("older"), bankFixture.ada("just"));
        assertThat(bank.due(Duration.ZERO))
                .containsExactly(bankFixture.bob("older"), bankFixture.ada("just"), bankFixture.ada("fresh"));
        assertThat(bank.due(Duration.ofHours(3))).isEmpty();
    }

    @Test
    void a_summary_is_made_of_messages_and_lists_them() {
        Bank bank = bankFixture.bank();
        model.then("  - ports \n");
        bankFixture.say(bankFixture.ada("s1"), "e1", NOON.minusHours(2), " Which port? ", "8080.");
        bankFixture.say(bankFixture.ada("s1"), "e2", NOON.minusHours(1), "  ", "And TLS on 8443.");
        DerivationOutcome outcome = bank.summarize(bankFixture.ada("s1"));

        assertThat(outcome.result()).isEqualTo(Result.DONE);
        assertThat(bankFixture.shown())
                .containsExactly("User: Which port?", "Assistant: 8080.", "Assistant: And TLS on 8443.");
        Summary summary = bank.list().summaries().get(0);
        assertThat(summary.text()).isEqualTo("- ports");
        assertThat(summary.level()).isEqualTo(Level.SESSION);
        assertThat(summary.session()).isEqualTo("s1");
        assertThat(summary.period()).isEqualTo("2026-03-04");
        assertThat(summary.tokens()).isEqualTo(2);
        assertThat(summary.sourceCount()).isEqualTo(2);
        assertThat(summary.lastSourceAt()).isEqualTo(NOON.minusHours(1));
        assertThat(summary.method()).isEqualTo(SummaryMethod.MODEL);
        assertThat(summary.covers())
                .extracting(ref -> ref.scope().code() + " " + ref.id())
                .containsExactly("user:ada e1", "user:ada e2");
        assertThat(bank.due()).isEmpty();
    }

    @Test
    void new_turns_are_added_to_the_summary_that_is_there() {
        Bank bank = bankFixture.bank();
        model.then("- port 8080").then("- port 9090");
        bankFixture.say(bankFixture.ada("s1"), "e1", NOON.minusDays(1), "Which port?", "8080.");
        bank.summarize(bankFixture.ada("s1"));
        Summary first = bank.list().summaries().get(0);
        contract.clock().advance(Duration.ofMinutes(1));
        bankFixture.say(bankFixture.ada("s1"), "e2", NOON.minusHours(1), "Still?", "No, 9090.");
        assertThat(bank.due()).containsExactly(bankFixture.ada("s1"));
        bank.summarize(bankFixture.ada("s1"));

        assertThat(bankFixture.shown()).containsExactly("- port 8080", "User: Still?", "Assistant: No, 9090.");
        Summary second = bank.list().summaries().get(0);
        assertThat(bank.list().summaries()).hasSize(1);
        assertThat(second.id()).isEqualTo(first.id());
        assertThat(second.position()).isEqualTo(first.position());
        assertThat(second.createdAt()).isEqualTo(first.createdAt());
        assertThat(second.updatedAt()).isAfter(first.updatedAt());
        assertThat(second.sourceCount()).isEqualTo(2);
        assertThat(second.covers()).hasSize(2);
        assertThat(first.lastSourceAt()).isEqualTo(NOON.minusDays(1));
        assertThat(second.lastSourceAt()).isEqualTo(NOON.minusHours(1));
        assertThat(first.period()).isEqualTo(Level.DAY.period(NOON.minusDays(1)));
        assertThat(second.period()).isEqualTo(Level.DAY.period(NOON));
        assertThat(bank.summarize(bankFixture.ada("s1")).result()).isEqualTo(Result.NOTHING);
        assertThat(model.requests()).hasSize(2);
    }

    @Test
    void a_turn_that_was_corrected_is_summarized_anew() {
        Bank bank = bankFixture.bank();
        model.then("- port 8080").then("- port 9090");
        bankFixture.say(bankFixture.ada("s1"), "e1", NOON.minusHours(1), "Which port?", "8080.");
        bank.summarize(bankFixture.ada("s1"));
        bankFixture.say(bankFixture.ada("s1"), "e1", NOON.minusHours(1), "Which port?", "9090.");

        assertThat(bank.due()).containsExactly(bankFixture.ada("s1"));
        bank.summarize(bankFixture.ada("s1"));
        assertThat(bankFixture.shown()).containsExactly("User: Which port?", "Assistant: 9090.");
        assertThat(bank.list().summaries().get(0).sourceCount()).isEqualTo(1);
    }

    @Test
    void of_a_long_session_the_latest_forty_turns_are_read() {
        Bank bank = bankFixture.bank();
        model.then("- long");
        IntStream.range(0, 50)
                .forEach(i -> bankFixture.say(
                        bankFixture.ada("s1"), "e" + i, BankFixture.LONG_AGO.plusMinutes(i), "q" + i, "a" + i));
        bank.summarize(bankFixture.ada("s1"));

        assertThat(bankFixture.shown()).hasSize(80).startsWith("User: q10").endsWith("Assistant: a49");
        assertThat(bank.list().summaries().get(0).sourceCount()).isEqualTo(50);
    }

    @Test
    void the_same_session_id_of_two_users_is_two_sessions() {
        Bank bank = bankFixture.bank();
        model.then("- of ada").then("- of bob").then("- of anonymous");
        SessionRef anonymous = new SessionRef(
                contract.daybook().space(Space.DEFAULT.id()).anonymous().scope(), "s1");
        bankFixture.say(bankFixture.ada("s1"), "e1", NOON.minusHours(3), "one", "yes");
        bankFixture.say(bankFixture.bob("s1"), "e1", NOON.minusHours(2), "two", "yes");
        bankFixture.say(anonymous, "e1", NOON.minusHours(1), "three", "yes");
        bank.run();

        assertThat(BankFixture.texts(bank.list().summaries()))
                .containsExactly("- of anonymous", "- of bob", "- of ada");
    }

    @Test
    void private_sessions_and_secrets_stay_where_they_are() {
        Bank bank = bankFixture.bank();
        model.then("- greeting");
        contract.ada().session("diary").change(options -> options.isPrivate(true));
        bankFixture.say(bankFixture.ada("diary"), "e1", BankFixture.LONG_AGO, "I am afraid.", "Of what?");
        bankFixture.say(bankFixture.ada("s1"), "e2", BankFixture.LONG_AGO, "Hello", "Hi");
        bankFixture.say(bankFixture.ada("s1"), "e3", BankFixture.LONG_AGO, "password: hunter2-Xyz-99", "Noted.");
        assertThat(contract.ada().find(Episode.class, "e3").orElseThrow().sensitive())
                .isTrue();

        assertThat(bank.due()).containsExactly(bankFixture.ada("s1"));
        bank.run();
        assertThat(bank.summarize(bankFixture.ada("diary")).result()).isEqualTo(Result.NOTHING);
        assertThat(model.requests()).hasSize(1);
        assertThat(bankFixture.shown()).containsExactly("User: Hello", "Assistant: Hi");
        assertThat(contract.ada().sessions()).anyMatch(session -> session.id().equals("diary") && session.isPrivate());

        contract.ada().session("diary").change(options -> options.isPrivate(false));
        assertThat(bank.due()).containsExactly(bankFixture.ada("diary"));
    }

    @Test
    void a_model_that_fails_writes_nothing_and_the_session_stays_due() {
        Bank bank = bankFixture.bank();
        model.thenFail(Trouble.FAILED).then(" ").then("").then("\n").then("- at last");
        bankFixture.say(bankFixture.ada("s1"), "e1", BankFixture.LONG_AGO, "Which port?", "8080.");

        assertThat(bank.summarize(bankFixture.ada("s1")).result()).isEqualTo(Result.FAILED);
        assertThat(bank.summarize(bankFixture.ada("s1")).result()).isEqualTo(Result.FAILED);
        assertThat(bank.list().summaries()).isEmpty();
        assertThat(bank.due()).containsExactly(bankFixture.ada("s1"));
        bank.run();
        assertThat(BankFixture.texts(bank.list().summaries())).containsExactly("- at last");
    }

    @Test
    void one_run_summarizes_five_sessions_and_a_failing_one_does_not_stop_the_others() {
        Bank bank = bankFixture.bank();
        model.thenFail(Trouble.FAILED);
        for (int i = 0; i < 6; i++) {
            bankFixture.say(
                    bankFixture.ada("s" + i), "e" + i, BankFixture.LONG_AGO.plusDays(i), "question " + i, "answer");
            model.then("- " + i);
        }
        List<DerivationOutcome> outcomes = bank.run();

        assertThat(outcomes)
                .extracting(DerivationOutcome::result)
                .containsExactly(Result.FAILED, Result.DONE, Result.DONE, Result.DONE, Result.DONE);
        assertThat(bank.due()).containsExactly(bankFixture.ada("s0"), bankFixture.ada("s5"));
    }

    @Test
    void without_a_model_a_summary_is_extracted_from_the_messages_if_that_is_shorter() {
        Bank bank = bankFixture.bankWithoutModel();
        String talk = "We moved the build server to Rotterdam on 3 March. ";
        bankFixture.say(
                bankFixture.ada("long"),
                "e1",
                BankFixture.LONG_AGO,
                talk + "It was raining, and anonymous liked the coffee there at all. ".repeat(9),
                "ok");
        contract.ada().remember(said("e2", "short", BankFixture.LONG_AGO, "Hi"));

        assertThat(bank.summarize(bankFixture.ada("long")).result()).isEqualTo(Result.DONE);
        assertThat(bank.summarize(bankFixture.ada("short")).result()).isEqualTo(Result.NOTHING);
        Summary summary = bank.list().summaries().get(0);
        assertThat(summary.method()).isEqualTo(SummaryMethod.EXTRACTIVE);
        assertThat(summary.text()).contains("Rotterdam");
        assertThat(bank.due()).isEmpty();
    }

    /** Decision 26: it is no fallback, so the model is not paid again for its messages. */
    @Test
    void a_later_model_goes_on_from_the_extracted_gist() {
        String talk = "We moved the build server to Rotterdam on 3 March. ";
        String small = "It was raining, and anonymous liked the coffee there at all. ".repeat(9);
        Bank without = bankFixture.bankWithoutModel();
        bankFixture.say(bankFixture.ada("long"), "e1", BankFixture.LONG_AGO, talk + small, "ok");
        without.summarize(bankFixture.ada("long"));
        Summary extracted = without.list().summaries().get(0);

        Bank bank = bankFixture.bank();
        assertThat(bank.due()).isEmpty();
        assertThat(bank.summarize(bankFixture.ada("long")).result()).isEqualTo(Result.NOTHING);
        bankFixture.say(bankFixture.ada("long"), "e2", BankFixture.LONG_AGO.plusDays(1), "It moved back.", "Good.");
        bankFixture.model().then("It moved to Rotterdam and back.");
        assertThat(bank.summarize(bankFixture.ada("long")).result()).isEqualTo(Result.DONE);

        assertThat(bankFixture.shown()).containsExactly(extracted.text(), "User: It moved back.", "Assistant: Good.");
        assertThat(bank.list().summaries())
                .singleElement()
                .extracting(Summary::method)
                .isEqualTo(SummaryMethod.MODEL);
    }

    @Test
    void two_workers_at_once_make_one_summary() throws Exception {
        Bank bank = bankFixture.bank();
        IntStream.range(0, 8).forEach(i -> model.then("- one"));
        bankFixture.say(bankFixture.ada("s1"), "e1", BankFixture.LONG_AGO, "Which port?", "8080.");
        together(4, i -> () -> contract.daybook().space("default").bank().run());

        assertThat(bank.list().summaries()).hasSize(1);
        assertThat(model.requests()).hasSize(1);
    }

    @Test
    void a_summary_that_was_added_by_hand_stands_for_its_session() {
        Bank bank = bankFixture.bank();
        model.then("- both");
        bankFixture.say(bankFixture.ada("s1"), "e1", BankFixture.LONG_AGO, "Which port?", "8080.");
        bank.remember(NewSummary.of(Level.SESSION, "- by hand")
                .session(bankFixture.ada("s1"))
                .sourceCount(7)
                .lastSourceAt(BankFixture.LONG_AGO));
        assertThat(bank.due()).isEmpty();
        bankFixture.say(bankFixture.ada("s1"), "e2", NOON.minusHours(1), "Still?", "Yes.");

        bank.run();
        assertThat(bankFixture.shown()).containsExactly("- by hand", "User: Still?", "Assistant: Yes.");
        assertThat(bank.list().summaries()).hasSize(1);
        assertThat(bank.list().summaries().get(0).sourceCount()).isEqualTo(8);
    }

    @Test
    void a_session_of_no_user_of_the_space_is_refused() {
        Bank bank = bankFixture.bank();
        SessionRef shared = new SessionRef(
                contract.daybook().space(Space.DEFAULT.id()).shared().scope(), "s1");
        SessionRef elsewhere =
                new SessionRef(contract.daybook().space("other").user("ada").scope(), "s1");
        for (SessionRef sessionRef : List.of(shared, elsewhere)) {
            assertThatIllegalArgumentException().isThrownBy(() -> bank.summarize(sessionRef));
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            bank.remember(NewSummary.of(Level.SESSION, "x").session(sessionRef)));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> bank.compress(0));
        assertThatIllegalArgumentException().isThrownBy(() -> bank.due(Duration.ofMillis(-1)));
        assertThat(bank.summarize(bankFixture.ada("unknown")).result()).isEqualTo(Result.NOTHING);
    }
}
