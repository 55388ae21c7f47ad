package dev.daybook.contract.derivation;

import static dev.daybook.contract.MemoryContract.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Bank;
import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.internal.inference.PromptData;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Summary.Level;
import dev.daybook.outcome.DerivationOutcome.Result;
import dev.daybook.query.Selection;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.testkit.ScriptedModel;
import org.junit.jupiter.api.Test;

/** Entries of the bank are erased with their session, and when the bank is cleared. */
public abstract class BankForgettingBehaviour {

    private final MemoryContract contract;
    private final BankFixture bankFixture;
    private final ScriptedModel model;

    protected BankForgettingBehaviour(MemoryContract contract) {
        this.contract = contract;
        this.bankFixture = new BankFixture(contract);
        this.model = bankFixture.model();
    }

    @Test
    void clearing_makes_all_sessions_due_again() {
        Bank bank = bankFixture.bank();
        model.then("- one").then("- digest").then("- again");
        bankFixture.say(bankFixture.ada("s1"), "e1", BankFixture.LONG_AGO, "Which port?", "8080.");
        bank.summarize(bankFixture.ada("s1"));
        bank.compress(1);
        contract.daybook().space(Space.DEFAULT.id()).shared().session("gist").rememberSummary("not of the bank", 0);

        int before = bank.list().summaries().size() + bank.archive().size();
        assertThat(before).isGreaterThan(1);
        assertThat(bank.forget()).isEqualTo(before);
        assertThat(bank.list().summaries()).isEmpty();
        assertThat(bank.archive()).isEmpty();
        assertThat(contract.daybook()
                        .space(Space.DEFAULT.id())
                        .shared()
                        .archive()
                        .summaries())
                .hasSize(1);
        assertThat(bank.due()).containsExactly(bankFixture.ada("s1"));
    }

    @Test
    void forgetting_a_user_erases_derived_entries_of_that_user_and_leaves_those_of_others() {
        Bank bank = bankFixture.bank();
        model.then("- of ada").then("- of bob").then("- of both").then("- of bob alone");
        bankFixture.say(bankFixture.ada("s1"), "e1", BankFixture.LONG_AGO, "The key is under the mat.", "Noted.");
        bankFixture.say(bankFixture.bob("s1"), "e1", BankFixture.LONG_AGO.plusMinutes(5), "Which port?", "8080.");
        bank.run();
        bank.compress(3);
        assertThat(BankFixture.texts(bank.list().summaries())).containsExactly("- of both");

        contract.ada().forget(Selection.everything());
        assertThat(BankFixture.texts(bank.list().summaries())).containsExactly("- of bob");
        assertThat(bank.archive()).isEmpty();
        assertThat(bank.due()).isEmpty();
        Scope shared = contract.daybook().space(Space.DEFAULT.id()).shared().scope();
        assertThat(contract.store().states(shared, "derive/", null, 100).items())
                .allMatch(state -> !state.name().contains("ada"));
        bank.compress(1);
        assertThat(PromptData.parse(model.requests().get(3).user()).get(0).items())
                .containsExactly("[conversation:" + Level.DAY.period(BankFixture.LONG_AGO) + "] - of bob");
    }

    @Test
    void forgetting_a_part_of_a_session_makes_the_rest_due_again() {
        Bank bank = bankFixture.bank();
        model.then("- both turns").then("- the rest");
        bankFixture.say(bankFixture.ada("s1"), "e1", BankFixture.LONG_AGO, "The key is under the mat.", "Noted.");
        bankFixture.say(bankFixture.ada("s1"), "e2", NOON.minusHours(1), "Which port?", "8080.");
        bank.summarize(bankFixture.ada("s1"));
        contract.ada().forget(Selection.before(NOON.minusDays(1).toInstant()));

        assertThat(bank.list().summaries()).isEmpty();
        assertThat(bank.due()).containsExactly(bankFixture.ada("s1"));
        bank.run();
        assertThat(bankFixture.shown()).containsExactly("User: Which port?", "Assistant: 8080.");
    }

    @Test
    void an_answer_about_entries_forgotten_meanwhile_is_dropped() {
        Memory ada = contract.ada();
        contract.openedWith(parts -> parts.noEmbedder()
                .languageModel(new Interrupting(() -> contract.ada().forget(Selection.everything())))
                .grounding(GroundingPolicy.off())
                .background(false));
        Bank bank = bankFixture.switchedOn();
        assertThat(ada.scope()).isEqualTo(bankFixture.ada("s1").scope());
        bankFixture.say(bankFixture.ada("s1"), "e1", BankFixture.LONG_AGO, "The key is under the mat.", "Noted.");

        assertThat(bank.summarize(bankFixture.ada("s1")).result()).isEqualTo(Result.DROPPED);
        assertThat(bank.list().summaries()).isEmpty();
    }

    /** A model while which answers something happens. */
    private record Interrupting(Runnable meanwhile) implements LanguageModel {
        @Override
        public String name() {
            return "slow";
        }

        @Override
        public ModelAnswer answer(ModelRequest request) {
            meanwhile.run();
            return ModelAnswer.of("- the key is under the mat");
        }
    }
}
