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
 * Builds what the model should know before it answers: what is pinned and known, what was recalled from other
 * conversations, each with the turns beside it, and what was said in this one. Who gets how much, {@link Share} says.
 * Thread-safe.
 */
public final class Assembler {

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

    /**
     * Assembles the context of a prompt.
     *
     * @param shared whether what is shared in the space is shown
     */
    public Context assemble(Scope scope, String session, String prompt, ContextOptions options, boolean shared) {
        List<Tier> sections = tiers.read(scope, session, prompt, options, shared);
        // A joined text can have more tokens than its pieces by a few counters' lights, so the last word has the whole.
        for (int budget = options.maxTokens(); budget > 0; ) {
            Context context = assemble(scope, session, prompt, options, shared, sections, budget);
            if (context.tokens() <= options.maxTokens()) {
                return context;
            }
            budget -= context.tokens() - options.maxTokens();
        }
        return new Context("", List.of(), 0, List.of());
    }

    private Context assemble(
            Scope scope,
            String session,
            String prompt,
            ContextOptions options,
            boolean shared,
            List<Tier> sections,
            int tokens) {
        Packing tiers = new Packing(sections, tokens);
        int left = tokens - tiers.spent();
        List<Episode> episodes = conversation.newestFirst(scope, session, options.asOf());
        SessionTurns turns = new SessionTurns(scope, episodes, new Budget(counter, Share.ofThisConversation(left)));
        turns.pack();
        Query query = Query.of(prompt)
                .notInSessions(session)
                .kinds(Kind.EPISODE)
                .limit(DETAILS)
                .asOf(options.asOf());
        // A blank prompt asks nothing, so nothing is recalled for it.
        List<Hit> hits = prompt.isBlank() ? List.of() : recaller.recall(scope, shared ? query.includeShared() : query);
        Details details = new Details(recaller, scope, hits, new Budget(counter, left - turns.spent()));
        details.pack(options.asOf() == null);
        turns.packMore(left - details.spent());
        tiers.offer(left - details.spent() - turns.spent());

        List<String> parts = new ArrayList<>();
        List<Section> shown = new ArrayList<>();
        List<LeftOut> leftOut = new ArrayList<>(tiers.leftOut());
        leftOut.addAll(details.leftOut());
        tiers.sections().forEach(items -> add(parts, shown, items.name(), items.text(), items.shown()));
        add(parts, shown, "details", details.text(), details.shown());
        add(parts, shown, "session", turns.text(), turns.shown());
        leftOut.addAll(turns.leftOut());
        String text = String.join("\n", parts);
        return new Context(text, shown, counter.count(text), leftOut);
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
