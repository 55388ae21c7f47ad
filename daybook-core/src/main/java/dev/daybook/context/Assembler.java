package dev.daybook.context;

import dev.daybook.context.Tiers.Sections;
import dev.daybook.data.Context;
import dev.daybook.data.ContextOptions;
import dev.daybook.data.Scope;
import dev.daybook.data.Summary;
import dev.daybook.recall.Conversation;
import dev.daybook.recall.Recaller;
import dev.daybook.remember.BankEntries;
import dev.daybook.remember.BlockWriter;
import dev.daybook.remember.SettingsStates;
import dev.daybook.spi.TokenCounter;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Builds what the model should know before it answers: what is pinned and known, what was recalled of any conversation,
 * each message with the turns beside it, and the newest turns of this one. Who gets how much, {@link Share} says.
 * Thread-safe.
 */
public final class Assembler {

    /** Tokens for which a second layout pays: a short message. */
    private static final int WORTH_A_MESSAGE = 8;

    private static final Context EMPTY = new Context("", List.of(), 0, List.of());

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
        if (options.maxTokens() <= 0) {
            return EMPTY;
        }
        Asked asked = new Asked(scope, session, prompt, options, shared);
        EarlierTurns turns =
                new EarlierTurns(scope, options.filter(), conversation.newestFirst(scope, session, options.asOf()));
        return fitting(new Material(recaller, counter, asked, turns, tiers.read(asked)));
    }

    /**
     * Pieces are counted one by one. By most counters their sum is a little more than the whole has, so a second layout
     * may spend what the first one left; by a few it is less, and the whole has the last word.
     */
    private Context fitting(Material material) {
        int most = material.asked().options().maxTokens();
        for (int budget = most; budget > 0; ) {
            Context context = layout(material, budget, 0).context();
            int spare = most - context.tokens();
            if (spare >= 0) {
                return spare < WORTH_A_MESSAGE || context.leftOut().isEmpty()
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

    /** With the gist of this conversation if it stands for a turn that is not shown. */
    private static Layout layout(Material material, int tokens, int spare) {
        Sections sections = material.sections();
        Layout plain = new Layout(material, sections.plain(), tokens, spare);
        Optional<Summary> gist = sections.gist();
        if (gist.isPresent() && !plain.showsAllUpTo(gist.get().upTo())) {
            Layout withGist = new Layout(material, sections.withGist(), tokens, spare).complete();
            if (!withGist.showsAllUpTo(gist.get().upTo())) {
                return withGist;
            }
        }
        return plain.complete();
    }
}
