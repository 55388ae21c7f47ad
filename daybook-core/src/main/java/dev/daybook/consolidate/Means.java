package dev.daybook.consolidate;

import dev.daybook.ask.Asker;
import dev.daybook.ask.BackOff;
import dev.daybook.ask.Limits;
import dev.daybook.ask.Spending;
import dev.daybook.remember.FactWriter;
import dev.daybook.remember.Ledger;
import dev.daybook.spi.Grounding;
import dev.daybook.spi.IdSource;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.Store;
import dev.daybook.spi.TokenCounter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The dependencies shared by all derivations.
 *
 * @param asker the language model, not yet on the account of a space; empty if there is none
 */
record Means(
        Store store,
        Ledger ledger,
        Attempts attempts,
        FactWriter facts,
        IdSource ids,
        TokenCounter counter,
        Grounding grounding,
        Allowance allowance,
        @Nullable Asker model) {

    /** Returns the asker of the language model, on no account yet; empty if there is no model. */
    Optional<Asker> asker() {
        return Optional.ofNullable(model);
    }

    static Means of(
            Store store,
            Ledger ledger,
            FactWriter facts,
            IdSource ids,
            TokenCounter counter,
            Allowance allowance,
            ModelOptions options) {
        LanguageModel model = options.model();
        BackOff pause = options.retryAfter().isZero() ? BackOff.NONE : Limits.DEFAULTS.backOff();
        Limits limits = Limits.DEFAULTS
                .timeout(options.timeout())
                .maxTokens(options.maxTokens())
                .backOff(pause);
        Asker asker = model == null ? null : new Asker(model, options.prompts(), limits, counter, Spending.IGNORED);
        return new Means(
                store, ledger, new Attempts(store), facts, ids, counter, options.grounding(), allowance, asker);
    }
}
