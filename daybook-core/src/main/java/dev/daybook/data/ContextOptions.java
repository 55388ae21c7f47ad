package dev.daybook.data;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Options of a context. {@link #defaults} makes them; each further method returns a copy with one option changed.
 *
 * <p>An accessor has no parameter and returns the option ({@code maxTokens()}); the method of the same name with a
 * parameter returns the changed copy ({@code maxTokens(500)}). Do not call the constructor: a new option adds a
 * parameter to it.
 *
 * @param maxTokens the budget, counted by the daybook's token counter; zero or below: an empty context
 * @param asOf the knowledge time of a point-in-time context: only versions recorded by then count; null: now
 * @param keep whether the context is stored, to be read again byte for byte until a forget erases something in it
 * @param recent the number of recent turns of the session to repeat; turns that are not repeated may be recalled. By
 *     default the newest turns, within a quarter of the budget beyond 500 tokens (375 of 2,000), about two turns at
 *     least, and more if recalled entries leave room. {@link RecentTurns#last} takes its turns before anything is
 *     recalled: only blocks, bank, facts, notes and summaries, within their shares, and 17 percent for earlier turns
 *     are kept free of them
 * @param kinds the kinds of entry of all sections; empty: all
 * @param filter a condition on metadata for all recalled entries and for the turns of the session, as in
 *     {@link Query#filter}: only episodes have metadata, so facts, notes and summaries do not fulfil a filter that
 *     needs a value. Blocks and the bank are not recalled and not filtered. Null: none
 * @param validAt the world time of facts: a fact appears only if it was true then; null: at the time of {@code asOf}
 */
public record ContextOptions(
        int maxTokens,
        @Nullable OffsetDateTime asOf,
        boolean keep,
        RecentTurns recent,
        Set<Kind> kinds,
        @Nullable Filter filter,
        @Nullable OffsetDateTime validAt) {

    /**
     * The default budget: a tenth of the window of a small local model, and enough for nine tenths of the evidence of a
     * long session.
     */
    public static final int DEFAULT_MAX_TOKENS = 2_000;

    /** Checks all options. Not to be called by applications; use {@link #defaults}. */
    public ContextOptions {
        asOf = ArgumentChecks.optionalTime("asOf", asOf);
        ArgumentChecks.present("recent", recent);
        kinds = ArgumentChecks.distinct("kinds", kinds);
        validAt = ArgumentChecks.optionalTime("validAt", validAt);
    }

    /** Returns the options of a context without options: 2,000 tokens, all kinds, now. */
    public static ContextOptions defaults() {
        return new ContextOptions(DEFAULT_MAX_TOKENS, null, false, RecentTurns.all(), Set.of(), null, null);
    }

    /** Sets the budget in tokens; zero or below: an empty context. */
    public ContextOptions maxTokens(int maxTokens) {
        return new ContextOptions(maxTokens, asOf, keep, recent, kinds, filter, validAt);
    }

    /** Sets the knowledge time: a context of the versions recorded by then; null: now. */
    public ContextOptions asOf(@Nullable OffsetDateTime asOf) {
        return new ContextOptions(maxTokens, asOf, keep, recent, kinds, filter, validAt);
    }

    /** Sets the knowledge time: a context of the versions recorded by then. */
    public ContextOptions asOf(Instant asOf) {
        return asOf(TimeText.utc("asOf", asOf));
    }

    /** Sets whether the context is stored. */
    public ContextOptions keep(boolean keep) {
        return new ContextOptions(maxTokens, asOf, keep, recent, kinds, filter, validAt);
    }

    /** Sets the number of recent turns to repeat. */
    public ContextOptions recent(RecentTurns recent) {
        return new ContextOptions(maxTokens, asOf, keep, recent, kinds, filter, validAt);
    }

    /** Shows entries of these kinds only. */
    public ContextOptions kinds(Kind first, Kind... more) {
        return kinds(ArgumentChecks.oneOrMore("kinds", first, more));
    }

    /** Shows entries of these kinds only; an empty collection: all kinds. */
    public ContextOptions kinds(Collection<Kind> kinds) {
        return new ContextOptions(
                maxTokens, asOf, keep, recent, ArgumentChecks.distinct("kinds", kinds), filter, validAt);
    }

    /** Sets the condition on metadata; null: none. */
    public ContextOptions filter(@Nullable Filter filter) {
        return new ContextOptions(maxTokens, asOf, keep, recent, kinds, filter, validAt);
    }

    /** Sets the world time of facts: only facts that were true then appear; null: at the time of {@code asOf}. */
    public ContextOptions validAt(@Nullable OffsetDateTime validAt) {
        return new ContextOptions(maxTokens, asOf, keep, recent, kinds, filter, validAt);
    }

    /** Sets the world time of facts: only facts that were true then appear. */
    public ContextOptions validAt(Instant validAt) {
        return validAt(TimeText.utc("validAt", validAt));
    }

    /** Returns whether entries of a kind may appear. */
    public boolean shows(Kind kind) {
        return kinds.isEmpty() || kinds.contains(kind);
    }
}
