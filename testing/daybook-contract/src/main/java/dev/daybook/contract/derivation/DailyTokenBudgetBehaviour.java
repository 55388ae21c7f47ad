package dev.daybook.contract.derivation;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.results;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.Fact;
import dev.daybook.model.Note;
import dev.daybook.model.SessionRef;
import dev.daybook.model.SummaryMethod;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.DerivationOutcome.Result;
import dev.daybook.outcome.TokenUsage;
import dev.daybook.query.ExtractionOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings.Models;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.OutputMode;
import dev.daybook.testkit.ScriptedModel;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The daily token budget of a space: spent tokens, and the behaviour at the limit. */
public abstract class DailyTokenBudgetBehaviour {

    private static final String NEXT_DAY = "2026-03-05T00:00:00Z";

    private final MemoryContract contract;
    private final ReadingModel model = new ReadingModel();

    protected DailyTokenBudgetBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    /** A model whose server reports the cost of each call. */
    private record Priced(LanguageModel model, @Nullable Long tokens) implements LanguageModel {
        @Override
        public String name() {
            return model.name();
        }

        @Override
        public List<OutputMode> modes() {
            return model.modes();
        }

        @Override
        public ModelAnswer answer(ModelRequest request) {
            return new ModelAnswer(model.answer(request).text(), tokens, true);
        }
    }

    private MemorySpace opened(@Nullable Long tokens) {
        return contract.openedWith(parts -> parts.noEmbedder()
                        .languageModel(new Priced(model, tokens))
                        .extraction(ExtractionOptions.DEFAULTS.windowTokens(0))
                        .background(false)
                        .retryAfter(Duration.ZERO))
                .space("default");
    }

    private static void limit(MemorySpace space, long tokens) {
        space.settings(space.settings().models(Models.UNLIMITED.tokensPerDay(tokens)));
    }

    private static List<DerivationOutcome> of(List<DerivationOutcome> outcomes, String derivation) {
        return outcomes.stream()
                .filter(outcome -> outcome.derivation().equals(derivation))
                .toList();
    }

    private static List<SummaryMethod> methods(Memory memory) {
        return memory.facts().list(FactQuery.all()).stream().map(Fact::method).toList();
    }

    /** Without a session, so that no gists are due. */
    private static void sayThreeThings(Memory memory) {
        memory.remember(said("e1", "Ada likes tea."));
        memory.remember(said("e2", "Ada likes rain."));
        memory.remember(said("e3", "Ada likes fog. I live in Porto."));
    }

    @Test
    void after_the_daily_token_budget_a_fallback_is_used_until_the_next_day() {
        MemorySpace space = opened(60L);
        limit(space, 100);
        Memory ada = space.user("ada");
        sayThreeThings(ada);

        List<DerivationOutcome> outcomes = ada.consolidate();

        assertThat(results(outcomes)).containsExactly(Result.DONE, Result.DONE, Result.FALLBACK);
        assertThat(outcomes.get(2).detail()).contains("tokens", "spent", NEXT_DAY);
        assertThat(outcomes.get(2).tokens()).isZero();
        assertThat(model.requests()).hasSize(2);
        assertThat(methods(ada))
                .containsExactlyInAnyOrder(SummaryMethod.MODEL, SummaryMethod.MODEL, SummaryMethod.EXTRACTIVE);
        assertThat(space.usage()).isEqualTo(new TokenUsage(LocalDate.parse("2026-03-04"), 120, 120));

        List<DerivationOutcome> again = ada.consolidate();
        assertThat(results(again)).containsExactly(Result.WAITING);
        assertThat(again.get(0).detail()).contains(NEXT_DAY);
        assertThat(model.requests()).hasSize(2);

        contract.clock().advance(Duration.ofHours(12));
        assertThat(space.usage().tokensToday())
                .as("midnight in UTC is an hour away")
                .isEqualTo(120);
        assertThat(results(ada.consolidate())).containsExactly(Result.WAITING);
        contract.clock().advance(Duration.ofHours(1));
        assertThat(results(ada.consolidate())).containsExactly(Result.DONE);
        assertThat(methods(ada)).containsExactly(SummaryMethod.MODEL, SummaryMethod.MODEL, SummaryMethod.MODEL);
        assertThat(space.usage()).isEqualTo(new TokenUsage(LocalDate.parse("2026-03-05"), 60, 180));
        assertThat(ada.consolidate()).isEmpty();
    }

    @Test
    void spent_tokens_survive_the_daybook() {
        MemorySpace space = opened(60L);
        limit(space, 50);
        sayThreeThings(space.user("ada"));
        assertThat(results(space.user("ada").consolidate()))
                .containsExactly(Result.DONE, Result.FALLBACK, Result.FALLBACK);

        MemorySpace reopened = opened(60L);

        assertThat(reopened.usage().tokensToday()).isEqualTo(60);
        assertThat(reopened.settings().models().tokensPerDay()).isEqualTo(50);
        assertThat(results(reopened.user("ada").consolidate())).containsOnly(Result.WAITING);
        assertThat(model.requests()).hasSize(1);
    }

    @Test
    void a_limit_that_is_raised_counts_at_once() {
        MemorySpace space = opened(60L);
        limit(space, 0);
        Memory ada = space.user("ada");
        sayThreeThings(ada);
        assertThat(results(ada.consolidate())).containsOnly(Result.FALLBACK);
        assertThat(model.requests()).isEmpty();

        limit(space, 1_000);

        assertThat(results(ada.consolidate())).containsOnly(Result.DONE);
        assertThat(methods(ada)).containsOnly(SummaryMethod.MODEL);
    }

    @Test
    void users_of_a_space_spend_together_and_spaces_do_not() {
        MemorySpace space = opened(60L);
        limit(space, 50);
        MemorySpace other = contract.daybook().space("other");
        limit(other, 50);
        space.user("ada").remember(said("e1", "Ada likes tea."));
        space.user("bob").remember(said("e1", "Bob likes tea."));
        other.user("ada").remember(said("e1", "Ada likes tea."));

        space.user("ada").consolidate();

        assertThat(results(space.user("bob").consolidate())).containsExactly(Result.FALLBACK);
        assertThat(other.usage().tokens()).isZero();
        assertThat(results(other.user("ada").consolidate())).containsExactly(Result.DONE);
        assertThat(other.usage().tokens()).isEqualTo(60);
        assertThat(space.usage().tokens()).isEqualTo(60);
    }

    @Test
    void tokens_are_counted_without_a_limit() {
        MemorySpace space = opened(7L);
        sayThreeThings(space.user("ada"));

        space.user("ada").consolidate();

        assertThat(space.usage().tokensToday()).isEqualTo(21);
        space.user("ada").forget(Selection.everything());
        assertThat(space.usage().tokensToday()).as("it is not the user's").isEqualTo(21);
        assertThat(space.shared().archive().exportAll()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE, 1_000_000_000_000L})
    void impossible_values_are_rejected(long tokens) {
        MemorySpace space = opened(tokens);
        limit(space, 1_000_000);
        sayThreeThings(space.user("ada"));

        assertThat(results(space.user("ada").consolidate())).containsOnly(Result.DONE);

        assertThat(space.usage().tokensToday()).isBetween(100L, 10_000L);
    }

    @Test
    void a_call_that_costs_less_than_nothing_is_a_failure_that_costs_nothing() {
        MemorySpace space = opened(-5L);
        limit(space, 100);
        sayThreeThings(space.user("ada"));

        assertThat(results(space.user("ada").consolidate())).containsOnly(Result.FALLBACK);

        assertThat(space.usage().tokensToday()).isZero();
    }

    @Test
    void notes_stand_in_for_a_day_and_are_then_made() {
        ScriptedModel writer = ScriptedModel.answering(
                "{\"memories\":[\"Goats give milk.\"],\"coverage\":\"complete\"}", "{\"should_update\":false}");
        MemorySpace space = contract.openedWith(parts -> parts.noEmbedder()
                        .languageModel(writer)
                        .background(false)
                        .retryAfter(Duration.ZERO))
                .space("default");
        limit(space, 0);
        Memory ada = space.user("ada");
        ada.notes().remember(List.of("Goats give milk."));

        List<DerivationOutcome> outcomes = of(ada.consolidate(), "notes");

        assertThat(outcomes.get(0).result()).isEqualTo(Result.WAITING);
        assertThat(outcomes.get(0).detail()).contains(NEXT_DAY);
        assertThat(ada.notes().list()).extracting(Note::method).containsExactly(SummaryMethod.EXTRACTIVE);
        assertThat(writer.requests()).isEmpty();
        limit(space, 100_000);
        ada.consolidate();
        assertThat(writer.requests()).isNotEmpty();
    }

    @Test
    void a_gist_stands_in_for_a_day() {
        MemorySpace space = opened(60L);
        limit(space, 0);
        Memory ada = space.user("ada");
        ada.remember(said("e1", "s1", NOON, "Fog came up."));

        List<DerivationOutcome> outcomes = of(ada.consolidate(), "gist");

        assertThat(results(outcomes)).containsExactly(Result.FALLBACK);
        assertThat(ada.session("s1").summary().orElseThrow().method()).isEqualTo(SummaryMethod.EXTRACTIVE);
        contract.clock().advance(Duration.ofDays(1));
        limit(space, 1_000);
        ada.consolidate();
        assertThat(ada.session("s1").summary().orElseThrow().method()).isEqualTo(SummaryMethod.MODEL);
    }

    @Test
    void the_bank_waits_for_the_next_day() {
        MemorySpace space = opened(60L);
        limit(space, 0);
        space.settings(space.settings().bank(space.settings().bank().enabled(true)));
        Memory ada = space.user("ada");
        ada.remember(said("e1", "s1", NOON.minusDays(1), "Ada likes tea."));
        SessionRef sessionRef = new SessionRef(ada.scope(), "s1");

        assertThat(space.bank().summarize(sessionRef).result()).isEqualTo(Result.WAITING);
        assertThat(space.bank().list().summaries()).isEmpty();
        assertThat(space.bank().run()).isEmpty();
        contract.clock().advance(Duration.ofDays(1));
        limit(space, 1_000);
        assertThat(results(space.bank().run())).containsExactly(Result.DONE);
        assertThat(space.bank().list().summaries()).hasSize(1);
    }

    @Test
    void the_token_account_of_a_space_survives_a_forget_of_the_shared_scope() {
        MemorySpace space = opened(60L);
        sayThreeThings(space.user("ada"));
        space.user("ada").consolidate();

        long tokens = space.usage().tokens();
        space.shared().remember(said("e9", "heron"));

        space.shared().forget(Selection.everything());

        assertThat(space.shared().archive().exportAll()).isEmpty();
        assertThat(tokens).isPositive();
        assertThat(space.usage().tokens()).isEqualTo(tokens);
    }
}
