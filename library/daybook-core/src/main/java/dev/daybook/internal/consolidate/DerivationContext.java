package dev.daybook.internal.consolidate;

import dev.daybook.internal.commit.ScopeLeases;
import dev.daybook.internal.inference.ModelCaller;
import dev.daybook.internal.inference.ModelLimits;
import dev.daybook.internal.inference.RetryBackoff;
import dev.daybook.internal.inference.TokenSpending;
import dev.daybook.internal.ledger.EntryLedger;
import dev.daybook.internal.ledger.ErasureListeners;
import dev.daybook.internal.ledger.FactLedger;
import dev.daybook.internal.observe.CallWatch;
import dev.daybook.internal.options.ModelOptions;
import dev.daybook.query.ExtractionOptions;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.IdGenerator;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.TokenCounter;
import dev.daybook.store.Store;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The dependencies shared by all derivations.
 *
 * @param erasures receives the caches of the derivations, which an erasure empties
 * @param model the language model, not yet on the account of a space; null: none
 */
public record DerivationContext(
        Store store,
        ErasureListeners erasures,
        EntryLedger ledger,
        AttemptStates attempts,
        FactLedger facts,
        IdGenerator ids,
        TokenCounter counter,
        GroundingPolicy grounding,
        DailyTokenBudget tokenBudget,
        ScopeLeases leases,
        ExtractionOptions extraction,
        @Nullable ModelCaller model,
        CallWatch watch) {

    /** Returns the caller of the language model, on no account yet; empty if there is no model. */
    public Optional<ModelCaller> asker() {
        return Optional.ofNullable(model);
    }

    public static DerivationContext of(
            Store store,
            ErasureListeners erasures,
            EntryLedger ledger,
            FactLedger facts,
            IdGenerator ids,
            TokenCounter counter,
            GroundingPolicy grounding,
            DailyTokenBudget dailyTokenBudget,
            ScopeLeases leases,
            ModelOptions options,
            CallWatch watch) {
        LanguageModel model = options.model();
        RetryBackoff pause = options.retryAfter().isZero() ? RetryBackoff.NONE : ModelLimits.DEFAULTS.backOff();
        ModelLimits limits = ModelLimits.DEFAULTS
                .timeout(options.timeout())
                .maxTokens(options.maxTokens())
                .backOff(pause);
        ModelCaller modelCaller = model == null
                ? null
                : new ModelCaller(model, options.prompts(), limits, counter, TokenSpending.IGNORED).observed(watch);
        return new DerivationContext(
                store,
                erasures,
                ledger,
                new AttemptStates(store),
                facts,
                ids,
                counter,
                grounding,
                dailyTokenBudget,
                leases,
                options.extraction(),
                modelCaller,
                watch);
    }
}
