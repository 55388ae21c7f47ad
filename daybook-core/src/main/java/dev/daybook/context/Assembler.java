package dev.daybook.context;

import dev.daybook.data.Context;
import dev.daybook.data.Context.LeftOut;
import dev.daybook.data.Context.Section;
import dev.daybook.data.ContextOptions;
import dev.daybook.data.Episode;
import dev.daybook.data.Hit;
import dev.daybook.data.Kind;
import dev.daybook.data.Query;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.recall.Conversation;
import dev.daybook.recall.Recaller;
import dev.daybook.remember.BankEntries;
import dev.daybook.remember.BlockWriter;
import dev.daybook.remember.SettingsStates;
import dev.daybook.spi.TokenCounter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds what the model should know before it answers: what is pinned and known, what was said in this conversation, and
 * what was recalled from others, each with the turns beside it. This conversation is served first, up to half of the budget, because a model
 * that loses the thread is worse than one that forgets; what it leaves goes to the details, and what they leave goes back
 * to earlier turns. Thread-safe.
 */
public final class Assembler {

    private static final double SESSION_SHARE = 0.5;

    /** Enough to fill the usual budgets; what does not fit is reported as left out. */
    private static final int DETAILS = 60;

    private final Recaller recaller;
    private final Conversation conversation;
    private final TokenCounter counter;
    private final Tiers tiers;

    public Assembler(
            Recaller recaller,
            Conversation conversation,
            BlockWriter blocks,
            BankEntries bank,
            SettingsStates settings,
            TokenCounter counter,
            Clock clock) {
        this.tiers = new Tiers(recaller, blocks, bank, settings, counter, clock);
        this.recaller = recaller;
        this.conversation = conversation;
        this.counter = counter;
    }

    public Context assemble(Scope scope, String session, String prompt, ContextOptions options) {
        // A joined text can have more tokens than its pieces by a few counters' lights, so the last word has the whole.
        for (int budget = options.maxTokens(); budget > 0; ) {
            Context context = assemble(scope, session, prompt, options, budget);
            if (context.tokens() <= options.maxTokens()) {
                return context;
            }
            budget -= context.tokens() - options.maxTokens();
        }
        return new Context("", List.of(), 0, List.of());
    }

    private Context assemble(Scope scope, String session, String prompt, ContextOptions options, int tokens) {
        List<Items> tiers = this.tiers.pack(scope, session, prompt, options, tokens);
        int left = tokens - tiers.stream().mapToInt(Items::spent).sum();
        List<Episode> episodes = conversation.newestFirst(scope, session, options.asOf());
        SessionTurns turns = new SessionTurns(scope, episodes, new Budget(counter, (int) (left * SESSION_SHARE)));
        turns.pack();
        Query query = Query.of(prompt)
                .notInSessions(session)
                .kinds(Kind.EPISODE)
                .limit(DETAILS)
                .asOf(options.asOf())
                .includeShared();
        // A blank prompt asks nothing, so nothing is recalled for it.
        List<Hit> hits = prompt.isBlank() ? List.of() : recaller.recall(scope, query);
        Details details = new Details(recaller, scope, hits, new Budget(counter, left - turns.spent()));
        details.pack(options.asOf() == null);
        turns.packMore(left - details.spent());

        List<String> parts = new ArrayList<>();
        List<Section> sections = new ArrayList<>();
        List<LeftOut> leftOut = new ArrayList<>(Tiers.leftOut(tiers));
        leftOut.addAll(details.leftOut());
        tiers.forEach(items -> add(parts, sections, items.name(), items.text(), items.shown()));
        add(parts, sections, "details", details.text(), details.shown());
        add(parts, sections, "session", turns.text(), turns.shown());
        leftOut.addAll(turns.leftOut());
        String text = String.join("\n", parts);
        return new Context(text, sections, counter.count(text), leftOut);
    }

    private void add(List<String> parts, List<Section> sections, String name, String text, List<Ref> entries) {
        if (!text.isEmpty()) {
            parts.add(text);
            sections.add(new Section(name, counter.count(text), entries));
        }
    }

    static Ref ref(Scope scope, Episode episode) {
        return new Ref(scope, Kind.EPISODE, episode.id());
    }
}
