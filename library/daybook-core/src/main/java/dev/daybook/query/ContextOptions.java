package dev.daybook.query;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.model.ImmutableValue;
import dev.daybook.model.Kind;
import dev.daybook.model.SizeLimits;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Options of a context. {@link #defaults} makes them; each further method returns a copy with one option changed.
 *
 * <p>An accessor has no parameter and returns the option ({@code maxTokens()}); the method of the same name with a
 * parameter returns the changed copy ({@code maxTokens(500)}).
 */
public final class ContextOptions extends ImmutableValue<ContextOptions> {

    /**
     * The default budget: a tenth of the window of a small local model, and enough for nine tenths of the evidence of a
     * long session.
     */
    public static final int DEFAULT_MAX_TOKENS = 2_000;

    private int maxTokens = DEFAULT_MAX_TOKENS;
    private @Nullable Instant asOf;
    private boolean keep;
    private RecentTurns recent = RecentTurns.all();
    private Set<Kind> kinds = Set.of();
    private @Nullable Filter filter;
    private @Nullable Instant validAt;
    private boolean collapse = true;
    private double relevanceFloor;

    private ContextOptions() {}

    /** Returns the options of a context without options: 2,000 tokens, all kinds, now. */
    public static ContextOptions defaults() {
        return new ContextOptions();
    }

    public int maxTokens() {
        return maxTokens;
    }

    /** Sets the budget, counted by the daybook's token counter; zero or below: an empty context. */
    public ContextOptions maxTokens(int maxTokens) {
        return with(copy -> copy.maxTokens = maxTokens);
    }

    public @Nullable Instant asOf() {
        return asOf;
    }

    /** Sets the knowledge time: a context of the versions recorded by then; null: now. Years 0001 to 9999. */
    public ContextOptions asOf(@Nullable Instant asOf) {
        return with(copy -> copy.asOf = asOf);
    }

    public boolean keep() {
        return keep;
    }

    /** Sets whether the context is stored, to be read again byte for byte until a forget erases something in it. */
    public ContextOptions keep(boolean keep) {
        return with(copy -> copy.keep = keep);
    }

    public RecentTurns recent() {
        return recent;
    }

    /**
     * Sets the number of recent turns of the session to repeat; turns that are not repeated may be recalled. By default
     * the newest turns, within a quarter of the budget beyond 500 tokens (375 of 2,000), about two turns at least, and
     * more if recalled entries leave room. {@link RecentTurns#last} takes its turns before anything is recalled: only
     * blocks, bank, facts, notes and summaries, within their shares, and 17 percent for earlier turns are kept free of
     * them.
     */
    public ContextOptions recent(RecentTurns recent) {
        return with(copy -> copy.recent = recent);
    }

    /** Returns the kinds of entry of all sections; empty: all. */
    public Set<Kind> kinds() {
        return kinds;
    }

    /** Shows entries of these kinds only. */
    public ContextOptions kinds(Kind first, Kind... more) {
        return kinds(ArgumentChecks.oneOrMore("kinds", first, more));
    }

    /** Shows entries of these kinds only; an empty collection: all kinds. */
    public ContextOptions kinds(Collection<Kind> kinds) {
        return with(copy -> copy.kinds = ArgumentChecks.distinct("kinds", kinds));
    }

    public @Nullable Filter filter() {
        return filter;
    }

    /**
     * Sets the condition on metadata for all recalled entries and for the turns of the session, as in {@link
     * Query#filter(Filter)}: only episodes have metadata, so facts, notes and summaries do not fulfil a filter that needs
     * a value. Blocks and the bank are not recalled and not filtered. Null: none.
     */
    public ContextOptions filter(@Nullable Filter filter) {
        return with(copy -> copy.filter = filter);
    }

    public @Nullable Instant validAt() {
        return validAt;
    }

    /** Sets the world time of facts: only facts that were true then appear; null: at the time of {@code asOf}. */
    public ContextOptions validAt(@Nullable Instant validAt) {
        return with(copy -> copy.validAt = validAt);
    }

    public boolean collapse() {
        return collapse;
    }

    /**
     * Sets whether near-equal texts are shown once, with their number and the day of the newest, as with {@link
     * Query#collapse(boolean)}; their places go to others. On by default. A message of an episode is compared on its own, also
     * with the recent turns. A message of three words or fewer, and in the recent turns a question, stays unless what follows it
     * is repeated too.
     */
    public ContextOptions collapse(boolean collapse) {
        return with(copy -> copy.collapse = collapse);
    }

    public double relevanceFloor() {
        return relevanceFloor;
    }

    /**
     * Sets the least relevance of a scope to the prompt, from 0 to 1: no messages are recalled from a scope below it, so
     * that a prompt about something else brings no noise. 0, the default, recalls what ranks first however little it has to
     * do with the prompt. The relevance is that of the best text of the scope: the share of the words of the prompt that it
     * has, each weighted by its rarity, or the cosine of prompt and text if that is higher and the daybook has an embedder.
     * A scope that is too large for an index in memory has no floor. Blocks, bank, facts, notes, summaries and the turns of the session do not depend on it.
     *
     * @throws IllegalArgumentException if it is below 0, above 1 or no number
     */
    public ContextOptions relevanceFloor(double relevanceFloor) {
        return with(copy -> copy.relevanceFloor = relevanceFloor);
    }

    /** Returns whether entries of a kind may appear. */
    public boolean shows(Kind kind) {
        return kinds.isEmpty() || kinds.contains(kind);
    }

    @Override
    protected void check() {
        asOf = SizeLimits.time("asOf", asOf);
        NullChecks.present("recent", recent);
        if (!(relevanceFloor >= 0 && relevanceFloor <= 1)) {
            throw new IllegalArgumentException("relevanceFloor is " + relevanceFloor
                    + "; give a number from 0 to 1, or leave it out for a context without a floor");
        }
        validAt = SizeLimits.time("validAt", validAt);
    }

    @Override
    protected @Nullable Object[] parts() {
        return new @Nullable Object[] {
            "maxTokens", maxTokens,
            "asOf", asOf,
            "keep", keep,
            "recent", recent,
            "kinds", kinds,
            "filter", filter,
            "validAt", validAt,
            "collapse", collapse,
            "relevanceFloor", relevanceFloor
        };
    }
}
