package dev.daybook.data;

import java.time.OffsetDateTime;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How to build a context. Start with {@link #defaults} and change what matters.
 *
 * @param maxTokens the budget, counted by the daybook's token counter; zero or below: an empty context
 * @param asOf as the memory was then: what had been written down by that time; null: now
 * @param keep whether it is stored, to be read again byte for byte until something in it is forgotten
 * @param recent how many turns of the conversation are repeated; what is not repeated may be recalled. By default the newest,
 *     as far as a quarter of the budget beyond 500 tokens goes (375 of 2,000), two turns or so at least, and more where what
 *     was recalled leaves room. {@link RecentTurns#last} takes those turns before anything is recalled: only blocks, bank,
 *     facts, notes and gists, within their shares, and 17 percent for what was said before these turns are kept from it
 * @param kinds which kinds of entry may appear, in any section; empty: all
 * @param filter a condition on metadata for all that is recalled and for the turns of the conversation, as in {@link
 *     Query#filter}: only episodes have metadata, so facts, notes and summaries do not fulfil one that asks for a value.
 *     Blocks and the bank are not recalled, so it leaves them. Null: none
 * @param validAt facts that were true in the world at this time; null: at the time of {@code asOf}
 */
public record ContextOptions(
        int maxTokens,
        @Nullable OffsetDateTime asOf,
        boolean keep,
        RecentTurns recent,
        Set<Kind> kinds,
        @Nullable Filter filter,
        @Nullable OffsetDateTime validAt) {

    /** A tenth of the window of a small local model, and enough for nine tenths of the evidence of a long chat. */
    public static final int DEFAULT_MAX_TOKENS = 2_000;

    public ContextOptions {
        asOf = Require.optionalTime("asOf", asOf);
        Require.present("recent", recent);
        kinds = Set.copyOf(kinds);
        validAt = Require.optionalTime("validAt", validAt);
    }

    public static ContextOptions defaults() {
        return new ContextOptions(DEFAULT_MAX_TOKENS, null, false, RecentTurns.all(), Set.of(), null, null);
    }

    public ContextOptions maxTokens(int maxTokens) {
        return new ContextOptions(maxTokens, asOf, keep, recent, kinds, filter, validAt);
    }

    public ContextOptions asOf(@Nullable OffsetDateTime asOf) {
        return new ContextOptions(maxTokens, asOf, keep, recent, kinds, filter, validAt);
    }

    public ContextOptions keep(boolean keep) {
        return new ContextOptions(maxTokens, asOf, keep, recent, kinds, filter, validAt);
    }

    public ContextOptions recent(RecentTurns recent) {
        return new ContextOptions(maxTokens, asOf, keep, recent, kinds, filter, validAt);
    }

    /** Only entries of these kinds; none named: all kinds. */
    public ContextOptions kinds(Kind... kinds) {
        return new ContextOptions(maxTokens, asOf, keep, recent, Set.of(kinds), filter, validAt);
    }

    public ContextOptions filter(@Nullable Filter filter) {
        return new ContextOptions(maxTokens, asOf, keep, recent, kinds, filter, validAt);
    }

    public ContextOptions validAt(@Nullable OffsetDateTime validAt) {
        return new ContextOptions(maxTokens, asOf, keep, recent, kinds, filter, validAt);
    }

    /** Whether entries of a kind may appear. */
    public boolean shows(Kind kind) {
        return kinds.isEmpty() || kinds.contains(kind);
    }
}
