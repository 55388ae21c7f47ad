package dev.daybook.testkit;

import static dev.daybook.testkit.Chats.said;
import static dev.daybook.testkit.Crowd.together;
import static dev.daybook.testkit.MemoryContract.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Bank;
import dev.daybook.data.Chat;
import dev.daybook.data.Method;
import dev.daybook.data.ModelException.Trouble;
import dev.daybook.data.NewSummary;
import dev.daybook.data.Outcome;
import dev.daybook.data.Outcome.Result;
import dev.daybook.data.Settings;
import dev.daybook.data.Summary;
import dev.daybook.data.Summary.Level;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What conversations of a space came to, for all of its users. */
abstract class BankBehaviour {

    private final MemoryContract contract;
    private final Banks banks;
    private final ScriptedModel model;

    BankBehaviour(MemoryContract contract) {
        this.contract = contract;
        this.banks = new Banks(contract);
        this.model = banks.model();
    }

    @Test
    void the_bank_is_off_until_it_is_switched_on() {
        banks.bank();
        contract.daybook().space("default").settings(Settings.DEFAULTS);
        Bank off = contract.daybook().space("default").bank();
        banks.say(banks.ada("s1"), "e1", Banks.LONG_AGO, "Which port?", "8080.");

        assertThat(off.due()).isEmpty();
        assertThat(off.run()).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> off.summarize(banks.ada("s1")))
                .withMessageContaining("bank.enabled");
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void its_settings_outlive_the_daybook_and_are_those_of_one_space() {
        Settings settings =
                Settings.DEFAULTS.bank(Settings.Bank.OFF.enabled(true).maxTokens(300));
        contract.daybook().space("default").settings(settings);
        contract.closeDaybook();

        assertThat(contract.daybook().space("default").settings()).isEqualTo(settings);
        assertThat(contract.daybook().space("default").bank().list().maxTokens())
                .isEqualTo(300);
        assertThat(contract.daybook().space("other").settings().bank()).isEqualTo(Settings.Bank.OFF);
    }

    @Test
    void a_budget_is_from_200_to_10000_tokens_and_2000_if_none_is_given() {
        assertThat(Settings.Bank.OFF.enabled(true).maxTokens(0).maxTokens()).isEqualTo(2_000);
        assertThat(Settings.Bank.OFF.enabled(true).maxTokens(200).maxTokens()).isEqualTo(200);
        assertThat(Settings.Bank.OFF.enabled(true).maxTokens(10_000).maxTokens())
                .isEqualTo(10_000);
        for (int tokens : List.of(-1, 1, 199, 10_001)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Settings.Bank.OFF.enabled(true).maxTokens(tokens))
                    .withMessageContaining("bank.maxTokens is " + tokens);
        }
    }

    @Test
    void a_conversation_is_due_when_it_has_rested_for_ten_minutes() {
        Bank bank = banks.bank();
        banks.say(banks.ada("just"), "e1", NOON.minusMinutes(10), "a", "b");
        banks.say(banks.ada("fresh"), "e2", NOON.minusMinutes(10).plusSeconds(1), "a", "b");
        banks.say(banks.bob("older"), "e3", NOON.minusHours(2), "a", "b");
        banks.say(banks.bob("older"), "e4", NOON.minusHours(3), "a", "b");
        contract.daybook().shared().remember(said("e5", "shared", Banks.LONG_AGO, "never read"));
        contract.ada().remember(said("e6", "in no session").at(Banks.LONG_AGO));
        contract.daybook().space("other").user("ada").remember(said("e7", "elsewhere", Banks.LONG_AGO, "x"));

        assertThat(bank.due()).containsExactly(banks.bob("older"), banks.ada("just"));
        assertThat(bank.due(Duration.ZERO)).containsExactly(banks.bob("older"), banks.ada("just"), banks.ada("fresh"));
        assertThat(bank.due(Duration.ofHours(3))).isEmpty();
    }

    @Test
    void a_summary_is_made_of_what_was_said_and_says_what_it_stands_for() {
        Bank bank = banks.bank();
        model.then("  - ports \n");
        banks.say(banks.ada("s1"), "e1", NOON.minusHours(2), " Which port? ", "8080.");
        banks.say(banks.ada("s1"), "e2", NOON.minusHours(1), "  ", "And TLS on 8443.");
        Outcome outcome = bank.summarize(banks.ada("s1"));

        assertThat(outcome.result()).isEqualTo(Result.DONE);
        assertThat(banks.shown())
                .containsExactly("User: Which port?", "Assistant: 8080.", "Assistant: And TLS on 8443.");
        Summary summary = bank.list().summaries().get(0);
        assertThat(summary.text()).isEqualTo("- ports");
        assertThat(summary.level()).isEqualTo(Level.SESSION);
        assertThat(summary.session()).isEqualTo("s1");
        assertThat(summary.period()).isEqualTo("2026-03-04");
        assertThat(summary.tokens()).isEqualTo(2);
        assertThat(summary.sourceCount()).isEqualTo(2);
        assertThat(summary.lastSourceAt()).isEqualTo(NOON.minusHours(1));
        assertThat(summary.method()).isEqualTo(Method.MODEL);
        assertThat(summary.covers())
                .extracting(ref -> ref.scope().code() + " " + ref.id())
                .containsExactly("user:ada e1", "user:ada e2");
        assertThat(bank.due()).isEmpty();
    }

    @Test
    void new_turns_are_added_to_the_summary_that_is_there() {
        Bank bank = banks.bank();
        model.then("- port 8080").then("- port 9090");
        banks.say(banks.ada("s1"), "e1", NOON.minusDays(1), "Which port?", "8080.");
        bank.summarize(banks.ada("s1"));
        Summary first = bank.list().summaries().get(0);
        contract.clock().advance(Duration.ofMinutes(1));
        banks.say(banks.ada("s1"), "e2", NOON.minusHours(1), "Still?", "No, 9090.");
        assertThat(bank.due()).containsExactly(banks.ada("s1"));
        bank.summarize(banks.ada("s1"));

        assertThat(banks.shown()).containsExactly("- port 8080", "User: Still?", "Assistant: No, 9090.");
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
        assertThat(bank.summarize(banks.ada("s1")).result()).isEqualTo(Result.NOTHING);
        assertThat(model.requests()).hasSize(2);
    }

    @Test
    void a_turn_that_was_corrected_is_summed_up_anew() {
        Bank bank = banks.bank();
        model.then("- port 8080").then("- port 9090");
        banks.say(banks.ada("s1"), "e1", NOON.minusHours(1), "Which port?", "8080.");
        bank.summarize(banks.ada("s1"));
        banks.say(banks.ada("s1"), "e1", NOON.minusHours(1), "Which port?", "9090.");

        assertThat(bank.due()).containsExactly(banks.ada("s1"));
        bank.summarize(banks.ada("s1"));
        assertThat(banks.shown()).containsExactly("User: Which port?", "Assistant: 9090.");
        assertThat(bank.list().summaries().get(0).sourceCount()).isEqualTo(1);
    }

    @Test
    void of_a_long_conversation_the_latest_forty_turns_are_read() {
        Bank bank = banks.bank();
        model.then("- long");
        IntStream.range(0, 50)
                .forEach(i -> banks.say(banks.ada("s1"), "e" + i, Banks.LONG_AGO.plusMinutes(i), "q" + i, "a" + i));
        bank.summarize(banks.ada("s1"));

        assertThat(banks.shown()).hasSize(80).startsWith("User: q10").endsWith("Assistant: a49");
        assertThat(bank.list().summaries().get(0).sourceCount()).isEqualTo(50);
    }

    @Test
    void the_same_session_of_two_users_is_two_conversations() {
        Bank bank = banks.bank();
        model.then("- of ada").then("- of bob").then("- of nobody");
        Chat nobody = new Chat(contract.daybook().anonymous().scope(), "s1");
        banks.say(banks.ada("s1"), "e1", NOON.minusHours(3), "one", "yes");
        banks.say(banks.bob("s1"), "e1", NOON.minusHours(2), "two", "yes");
        banks.say(nobody, "e1", NOON.minusHours(1), "three", "yes");
        bank.run();

        assertThat(Banks.texts(bank.list().summaries())).containsExactly("- of nobody", "- of bob", "- of ada");
    }

    @Test
    void private_conversations_and_secrets_stay_where_they_are() {
        Bank bank = banks.bank();
        model.then("- greeting");
        contract.ada().sessions().setPrivate("diary", true);
        banks.say(banks.ada("diary"), "e1", Banks.LONG_AGO, "I am afraid.", "Of what?");
        banks.say(banks.ada("s1"), "e2", Banks.LONG_AGO, "Hello", "Hi");
        banks.say(banks.ada("s1"), "e3", Banks.LONG_AGO, "password: hunter2-Xyz-99", "Noted.");
        assertThat(contract.ada().episode("e3").orElseThrow().sensitive()).isTrue();

        assertThat(bank.due()).containsExactly(banks.ada("s1"));
        bank.run();
        assertThat(bank.summarize(banks.ada("diary")).result()).isEqualTo(Result.NOTHING);
        assertThat(model.requests()).hasSize(1);
        assertThat(banks.shown()).containsExactly("User: Hello", "Assistant: Hi");
        assertThat(contract.ada().sessions().list())
                .anyMatch(session -> session.id().equals("diary") && session.isPrivate());

        contract.ada().sessions().setPrivate("diary", false);
        assertThat(bank.due()).containsExactly(banks.ada("diary"));
    }

    @Test
    void a_model_that_fails_writes_nothing_and_the_conversation_stays_due() {
        Bank bank = banks.bank();
        model.thenFail(Trouble.FAILED).then(" ").then("").then("\n").then("- at last");
        banks.say(banks.ada("s1"), "e1", Banks.LONG_AGO, "Which port?", "8080.");

        assertThat(bank.summarize(banks.ada("s1")).result()).isEqualTo(Result.FAILED);
        assertThat(bank.summarize(banks.ada("s1")).result()).isEqualTo(Result.FAILED);
        assertThat(bank.list().summaries()).isEmpty();
        assertThat(bank.due()).containsExactly(banks.ada("s1"));
        bank.run();
        assertThat(Banks.texts(bank.list().summaries())).containsExactly("- at last");
    }

    @Test
    void one_run_sums_up_five_conversations_and_one_that_fails_does_not_stop_the_others() {
        Bank bank = banks.bank();
        model.thenFail(Trouble.FAILED);
        for (int i = 0; i < 6; i++) {
            banks.say(banks.ada("s" + i), "e" + i, Banks.LONG_AGO.plusDays(i), "question " + i, "answer");
            model.then("- " + i);
        }
        List<Outcome> outcomes = bank.run();

        assertThat(outcomes)
                .extracting(Outcome::result)
                .containsExactly(Result.FAILED, Result.DONE, Result.DONE, Result.DONE, Result.DONE);
        assertThat(bank.due()).containsExactly(banks.ada("s0"), banks.ada("s5"));
    }

    @Test
    void without_a_model_a_summary_is_taken_from_what_was_said_where_that_is_shorter() {
        Bank bank = banks.bankWithoutModel();
        String talk = "We moved the build server to Rotterdam on 3 March. ";
        banks.say(
                banks.ada("long"),
                "e1",
                Banks.LONG_AGO,
                talk + "It was raining, and nobody liked the coffee there at all. ".repeat(9),
                "ok");
        contract.ada().remember(said("e2", "short", Banks.LONG_AGO, "Hi"));

        assertThat(bank.summarize(banks.ada("long")).result()).isEqualTo(Result.DONE);
        assertThat(bank.summarize(banks.ada("short")).result()).isEqualTo(Result.NOTHING);
        Summary summary = bank.list().summaries().get(0);
        assertThat(summary.method()).isEqualTo(Method.EXTRACTIVE);
        assertThat(summary.text()).contains("Rotterdam");
        assertThat(bank.due()).isEmpty();
    }

    /** Decision 37: it is no fallback, so what it stands for is not paid for again. */
    @Test
    void a_model_that_comes_later_goes_on_from_what_was_extracted() {
        String talk = "We moved the build server to Rotterdam on 3 March. ";
        String small = "It was raining, and nobody liked the coffee there at all. ".repeat(9);
        Bank without = banks.bankWithoutModel();
        banks.say(banks.ada("long"), "e1", Banks.LONG_AGO, talk + small, "ok");
        without.summarize(banks.ada("long"));
        Summary extracted = without.list().summaries().get(0);

        Bank bank = banks.bank();
        assertThat(bank.due()).isEmpty();
        assertThat(bank.summarize(banks.ada("long")).result()).isEqualTo(Result.NOTHING);
        banks.say(banks.ada("long"), "e2", Banks.LONG_AGO.plusDays(1), "It moved back.", "Good.");
        banks.model().then("It moved to Rotterdam and back.");
        assertThat(bank.summarize(banks.ada("long")).result()).isEqualTo(Result.DONE);

        assertThat(banks.shown()).containsExactly(extracted.text(), "User: It moved back.", "Assistant: Good.");
        assertThat(bank.list().summaries())
                .singleElement()
                .extracting(Summary::method)
                .isEqualTo(Method.MODEL);
    }

    @Test
    void two_workers_at_once_make_one_summary() throws Exception {
        Bank bank = banks.bank();
        IntStream.range(0, 8).forEach(i -> model.then("- one"));
        banks.say(banks.ada("s1"), "e1", Banks.LONG_AGO, "Which port?", "8080.");
        together(4, i -> () -> contract.daybook().space("default").bank().run());

        assertThat(bank.list().summaries()).hasSize(1);
        assertThat(model.requests()).hasSize(1);
    }

    @Test
    void a_summary_that_was_added_by_hand_stands_for_its_conversation() {
        Bank bank = banks.bank();
        model.then("- both");
        banks.say(banks.ada("s1"), "e1", Banks.LONG_AGO, "Which port?", "8080.");
        bank.add(NewSummary.of(Level.SESSION, "- by hand")
                .ofChat(banks.ada("s1"))
                .withSourceCount(7)
                .lastSourceAt(Banks.LONG_AGO));
        assertThat(bank.due()).isEmpty();
        banks.say(banks.ada("s1"), "e2", NOON.minusHours(1), "Still?", "Yes.");

        bank.run();
        assertThat(banks.shown()).containsExactly("- by hand", "User: Still?", "Assistant: Yes.");
        assertThat(bank.list().summaries()).hasSize(1);
        assertThat(bank.list().summaries().get(0).sourceCount()).isEqualTo(8);
    }

    @Test
    void what_is_no_conversation_of_a_user_of_the_space_is_refused() {
        Bank bank = banks.bank();
        Chat shared = new Chat(contract.daybook().shared().scope(), "s1");
        Chat elsewhere = new Chat(contract.daybook().space("other").user("ada").scope(), "s1");
        for (Chat chat : List.of(shared, elsewhere)) {
            assertThatIllegalArgumentException().isThrownBy(() -> bank.summarize(chat));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> bank.add(NewSummary.of(Level.SESSION, "x").ofChat(chat)));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> bank.compress(0));
        assertThatIllegalArgumentException().isThrownBy(() -> bank.due(Duration.ofMillis(-1)));
        assertThat(bank.summarize(banks.ada("unknown")).result()).isEqualTo(Result.NOTHING);
    }
}
