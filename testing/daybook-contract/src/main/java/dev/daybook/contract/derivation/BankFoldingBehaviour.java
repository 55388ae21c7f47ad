package dev.daybook.contract.derivation;

import static dev.daybook.contract.MemoryContract.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Bank;
import dev.daybook.contract.MemoryContract;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.internal.inference.PromptData;
import dev.daybook.model.NewSummary;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.model.Summary.Level;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.DerivationOutcome.Result;
import dev.daybook.testkit.ScriptedModel;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Folding of the bank into its budget: the ladder of days, weeks and months, and the dropped entries. */
public abstract class BankFoldingBehaviour {

    private final MemoryContract contract;
    private final BankFixture bankFixture;
    private final ScriptedModel model;

    protected BankFoldingBehaviour(MemoryContract contract) {
        this.contract = contract;
        this.bankFixture = new BankFixture(contract);
        this.model = bankFixture.model();
    }

    @Test
    void nothing_is_folded_within_a_quarter_above_the_budget() {
        Bank bank = bankFixture.bank();
        bank.remember(BankFixture.entry(Level.SESSION, "- one", BankFixture.LONG_AGO, 125));

        assertThat(bank.compress(100)).isEmpty();
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void older_summaries_are_folded_into_days_weeks_and_months() {
        Bank bank = bankFixture.bank();
        model.then("- day a").then("- day b").then("- week").then("- month");
        OffsetDateTime monday = OffsetDateTime.parse("2026-01-05T10:00:00Z");
        bank.remember(BankFixture.entry(Level.SESSION, "- 1", monday, 100).sourceCount(2));
        bank.remember(BankFixture.entry(Level.SESSION, "- 2", monday.plusHours(2), 100)
                .sourceCount(3));
        bank.remember(BankFixture.entry(Level.SESSION, "- 3", monday.plusDays(1), 100));
        bank.remember(NewSummary.of(Level.SESSION, "- when?").tokens(1));
        bank.compress(1);

        assertThat(model.requests()).hasSize(4);
        assertThat(PromptData.parse(model.requests().get(0).user()).get(0).items())
                .containsExactly("[conversation:2026-01-05] - 1", "[conversation:2026-01-05] - 2");
        assertThat(PromptData.parse(model.requests().get(2).user()).get(0).items())
                .containsExactly("[day:2026-01-05] - day a", "[day:2026-01-06] - day b");
        Summary month = month(bank.archive());
        assertThat(month.period()).isEqualTo("2026-01");
        assertThat(month.sourceCount()).isEqualTo(6);
        assertThat(month.lastSourceAt()).isEqualTo(monday.plusDays(1));
        assertThat(BankFixture.texts(bank.archive()))
                .contains("- 1", "- 2", "- 3", "- day a", "- day b", "- week", "- month");
        assertThat(BankFixture.texts(bank.list().summaries())).containsExactly("- when?");
    }

    private static Summary month(List<Summary> summaries) {
        return summaries.stream()
                .filter(summary -> summary.level() == Level.MONTH)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void the_ladder_stops_as_soon_as_the_texts_fit() {
        Bank bank = bankFixture.bank();
        model.then("- day");
        bank.remember(BankFixture.entry(Level.SESSION, "- 1", BankFixture.LONG_AGO, 100));
        bank.remember(BankFixture.entry(Level.DAY, "- 2", BankFixture.LONG_AGO.minusDays(3), 30));
        bank.compress(50);

        assertThat(bank.list().counts()).isEqualTo(Map.of(Level.DAY, 2));
        assertThat(bank.list().tokens()).isEqualTo(32);
    }

    @Test
    void an_entry_exactly_as_old_as_the_rung_is_not_folded_yet() {
        Bank bank = bankFixture.bank();
        bank.remember(BankFixture.entry(Level.SESSION, "- 1", NOON.minusDays(1), 10));
        bank.remember(BankFixture.entry(Level.DAY, "- 2", NOON.minusDays(7), 10));
        bank.remember(BankFixture.entry(Level.WEEK, "- 3", NOON.minusDays(30), 10));
        bank.compress(20);

        assertThat(model.requests()).isEmpty();
        assertThat(BankFixture.texts(bank.list().summaries())).containsExactly("- 1", "- 2");
        assertThat(BankFixture.texts(bank.archive())).containsExactly("- 3");
    }

    @Test
    void a_period_has_one_digest_and_more_is_merged_into_it() {
        Bank bank = bankFixture.bank();
        model.then("- merged");
        Summary digest = bank.remember(
                BankFixture.entry(Level.DAY, "- old", BankFixture.LONG_AGO, 10).sourceCount(4));
        bank.remember(BankFixture.entry(Level.SESSION, "- new", BankFixture.LONG_AGO.plusMinutes(5), 50)
                .sourceCount(2));
        bank.compress(20);

        assertThat(bankFixture.shown())
                .containsExactly(
                        "[conversation:" + Level.DAY.period(BankFixture.LONG_AGO) + "] - new",
                        "[day:" + Level.DAY.period(BankFixture.LONG_AGO) + "] - old");
        Summary merged = bank.list().summaries().get(0);
        assertThat(merged.id()).isEqualTo(digest.id());
        assertThat(merged.text()).isEqualTo("- merged");
        assertThat(merged.sourceCount()).isEqualTo(6);
        assertThat(merged.lastSourceAt()).isEqualTo(BankFixture.LONG_AGO.plusMinutes(5));
    }

    @Test
    void the_last_time_of_a_merged_digest_is_the_later_one_of_the_two() {
        Bank bank = bankFixture.bank();
        model.then("- merged");
        bank.remember(BankFixture.entry(Level.DAY, "- old", BankFixture.LONG_AGO.plusMinutes(5), 10)
                .sourceCount(4));
        bank.remember(BankFixture.entry(Level.SESSION, "- new", BankFixture.LONG_AGO, 50)
                .sourceCount(2));
        bank.compress(20);

        Summary merged = bank.list().summaries().get(0);
        assertThat(merged.text()).isEqualTo("- merged");
        assertThat(merged.lastSourceAt()).isEqualTo(BankFixture.LONG_AGO.plusMinutes(5));
    }

    @Test
    void a_digest_that_fails_leaves_everything_as_it_is_and_nothing_is_dropped_for_it() {
        Bank bank = bankFixture.bank();
        bank.remember(BankFixture.entry(Level.SESSION, "- 1", BankFixture.LONG_AGO, 500));
        bank.remember(BankFixture.entry(Level.SESSION, "- 2", BankFixture.LONG_AGO.plusDays(1), 500));
        model.thenFail(Trouble.FAILED).then("- two");
        List<DerivationOutcome> outcomes = bank.compress(10);

        assertThat(outcomes).extracting(DerivationOutcome::result).contains(Result.FAILED, Result.DONE);
        assertThat(BankFixture.texts(bank.list().summaries())).containsExactly("- two", "- 1");
        assertThat(bank.archive()).hasSize(1);

        model.then("- one").then("- week").then("- month");
        bank.compress(10);
        assertThat(BankFixture.texts(bank.archive())).contains("- 1");
    }

    @Test
    void the_oldest_are_dropped_into_the_archive_until_the_rest_fits() {
        Bank bank = bankFixture.bank();
        for (int hours : List.of(3, 1, 2)) {
            bank.remember(BankFixture.entry(Level.SESSION, "- " + hours, NOON.minusHours(hours), 40));
        }
        DerivationOutcome outcome = bank.compress(85).get(0);

        assertThat(BankFixture.texts(bank.list().summaries())).containsExactly("- 1", "- 2");
        assertThat(BankFixture.texts(bank.archive())).containsExactly("- 3");
        contract.daybook()
                .space(Space.DEFAULT.id())
                .shared()
                .operations()
                .undo(Objects.requireNonNull(outcome.operation()));
        assertThat(bank.list().summaries()).hasSize(3);
    }

    @Test
    void an_entry_over_the_budget_is_shortened_and_evicts_no_other() {
        Bank bank = bankFixture.bank();
        bank.remember(
                NewSummary.of(Level.SESSION, "- We chose Rotterdam. " + "- There was much talk about it. ".repeat(40))
                        .lastSourceAt(NOON));
        bank.remember(BankFixture.entry(Level.SESSION, "- old", NOON.minusHours(5), 20));
        bank.compress(100);

        assertThat(bank.list().summaries()).hasSize(2);
        assertThat(bank.list().tokens()).isLessThanOrEqualTo(100);
        assertThat(bank.list().summaries().get(0).tokens()).isBetween(1, 50);
    }

    @Test
    void entries_in_a_digest_are_not_billed_again() {
        Bank bank = bankFixture.bank();
        model.then("- one").then("- digest").then("- two");
        bankFixture.say(bankFixture.ada("s1"), "e1", BankFixture.LONG_AGO, "Which port?", "8080.");
        bank.summarize(bankFixture.ada("s1"));
        assertThat(bank.list().tokens()).isEqualTo(2);
        bank.compress(1);

        assertThat(bank.due()).isEmpty();
        assertThat(bank.summarize(bankFixture.ada("s1")).result()).isEqualTo(Result.NOTHING);
        bankFixture.say(bankFixture.ada("s1"), "e2", BankFixture.LONG_AGO.plusDays(2), "Still?", "Yes.");
        assertThat(bank.due()).containsExactly(bankFixture.ada("s1"));
        bank.summarize(bankFixture.ada("s1"));
        assertThat(bankFixture.shown()).containsExactly("User: Still?", "Assistant: Yes.");
        assertThat(bank.list().summaries().get(0).sourceCount()).isEqualTo(1);
    }
}
