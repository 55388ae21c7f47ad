package dev.daybook.internal.context;

import dev.daybook.internal.context.ContextTiers.Sections;
import dev.daybook.internal.ledger.BankEntries;
import dev.daybook.internal.ledger.BlockLedger;
import dev.daybook.internal.ledger.NoteLedger;
import dev.daybook.internal.recall.MemorySearch;
import dev.daybook.internal.recall.SearchView;
import dev.daybook.internal.recall.SessionReader;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.internal.settings.SettingsStates;
import dev.daybook.model.Scope;
import dev.daybook.model.Summary;
import dev.daybook.outcome.Context;
import dev.daybook.query.ContextOptions;
import dev.daybook.spi.TokenCounter;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Builds the context of a prompt: pinned and known entries, recalled messages of any session with the turns beside
 * them, and the newest turns of the current session. {@link BudgetShare} divides the budget. Thread-safe.
 */
public final class ContextAssembler {

    /** The remaining tokens that justify a second layout: a short message. */
    private static final int SHORT_MESSAGE = 8;

    private static final Context EMPTY = new Context("", List.of(), 0, List.of(), null);

    private final MemorySearch memorySearch;
    private final SessionReader sessions;
    private final TokenCounter counter;
    private final ContextTiers tiers;

    public ContextAssembler(
            MemorySearch memorySearch,
            SessionReader sessions,
            BlockLedger blocks,
            BankEntries bank,
            NoteLedger notes,
            SettingsStates settings,
            TokenCounter counter,
            Clock clock) {
        this.tiers = new ContextTiers(memorySearch, blocks, bank, notes, settings, counter, clock);
        this.memorySearch = memorySearch;
        this.sessions = sessions;
        this.counter = counter;
    }

    /** Assembles the context of a prompt of a session of the own scope, with entries of all scopes. */
    public Context assemble(ReadScopes scopes, String session, String prompt, ContextOptions options) {
        if (options.maxTokens() <= 0) {
            return EMPTY;
        }
        ContextRequest contextRequest = new ContextRequest(scopes, session, prompt, options);
        Scope scope = scopes.own();
        try (SearchView view = memorySearch.open()) {
            EarlierTurns turns = new EarlierTurns(
                    scope, options.filter(), sessions.newestFirst(view, scope, session, options.asOf()));
            return fitting(new ContextMaterial(
                    memorySearch, view, counter, contextRequest, turns, tiers.read(view, contextRequest)));
        }
    }

    /**
     * Fits the context into the budget. Pieces are counted one by one; with most counters their sum is slightly above
     * the count of the whole, and a second layout may spend the difference. With a few counters it is below, so the
     * count of the whole decides.
     */
    private Context fitting(ContextMaterial material) {
        int most = material.asked().options().maxTokens();
        for (int budget = most; budget > 0; ) {
            Context context = layout(material, budget, 0).context();
            int spare = most - context.tokens();
            if (spare >= 0) {
                return spare < SHORT_MESSAGE || context.leftOut().isEmpty()
                        ? context
                        : fuller(context, layout(material, budget, spare).context(), most);
            }
            budget += spare;
        }
        return EMPTY;
    }

    private static Context fuller(Context one, Context other, int most) {
        return other.tokens() <= most && other.tokens() > one.tokens() ? other : one;
    }

    /** Packs the material, with the gist of the current session if it covers a turn that is not shown. */
    private static ContextLayout layout(ContextMaterial material, int tokens, int spare) {
        Sections sections = material.sections();
        ContextLayout plain = new ContextLayout(material, sections.plain(), tokens, spare);
        Optional<Summary> gist = sections.gist();
        if (gist.isPresent() && !plain.showsAllUpTo(gist.get().upTo())) {
            ContextLayout withGist = new ContextLayout(material, sections.withGist(), tokens, spare).complete();
            if (!withGist.showsAllUpTo(gist.get().upTo())) {
                return withGist;
            }
        }
        return plain.complete();
    }
}
