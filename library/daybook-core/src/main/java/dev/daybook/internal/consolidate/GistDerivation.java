package dev.daybook.internal.consolidate;

import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.consolidate.GistWriter.Advance;
import dev.daybook.internal.consolidate.GistWriter.Base;
import dev.daybook.internal.consolidate.Proposal.Read;
import dev.daybook.internal.consolidate.SessionTurnTimes.TurnTime;
import dev.daybook.internal.inference.ModelCaller;
import dev.daybook.internal.ledger.DerivedStates;
import dev.daybook.internal.ledger.EntryLedger;
import dev.daybook.internal.ledger.SummaryLedger;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.model.Summary;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Derives the gist (rolling summary) of each session, from the earlier gist and the new turns. The turns stay; the gist
 * is an entry beside them.
 *
 * <p>A model writes it in steps of {@link #EPISODES} episodes. Each step is kept as a version and is the base of the
 * next. The gist of an incomplete step serves until the step is complete, and is then rewritten from the base of the
 * step. So the model gets the same input whenever it is called, and the gist does not depend on failures.
 */
public final class GistDerivation implements Derivation {

    static final String NAME = DerivedStates.GISTS;

    /**
     * The new episodes that trigger a gist, and the episodes of one call. With fewer, a gist costs more tokens than it
     * saves; more exceed the context window of a small model.
     */
    private static final int EPISODES = GistWriter.EPISODES;

    /** The longest session that rules summarize without a request: they read all of it each time, some milliseconds an episode. */
    private static final int MAX_EPISODES_BY_RULES = 200;

    /** The part of a session that must be new for rules to read it again, so that they read a message four times on average. */
    private static final int NEW_PART_BY_RULES = 4;

    private static final int SCOPES = 100;

    private final DerivationContext derivationContext;
    private final SummaryLedger summaries;
    private final SessionTurnTimes turns;
    private final GistWriter texts;
    private final AwaitedAnswers awaitedAnswers;

    public GistDerivation(DerivationContext derivationContext, SummaryLedger summaries) {
        this.derivationContext = derivationContext;
        this.summaries = summaries;
        this.turns = new SessionTurnTimes(derivationContext, SCOPES);
        this.awaitedAnswers = new AwaitedAnswers(derivationContext);
        this.texts = new GistWriter(derivationContext.grounding(), derivationContext.counter());
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> due(Scope scope, RunUrgency urgency) {
        Map<String, DerivationAttempt> attempts = derivationContext.attempts().all(scope, NAME);
        Set<String> due = new TreeSet<>();
        turns.each(scope, (session, all) -> {
            long mark = attempts.getOrDefault(session, DerivationAttempt.NONE).watermark();
            long fresh =
                    all.values().stream().filter(turn -> turn.revision() > mark).count();
            boolean isEnough = fresh >= EPISODES && isBounded(fresh, all.size()) && !isAwaited(scope, all);
            if (isEnough || urgency.isDemanded() && fresh > 0) {
                due.add(session);
            }
        });
        attempts.forEach((session, attempt) -> {
            if (attempt.provisional()) {
                due.add(session);
            }
            if (!urgency.isDemanded()
                    && attempt.mustWait(derivationContext.ledger().now().toInstant())) {
                due.remove(session);
            }
        });
        return List.copyOf(due);
    }

    private boolean isBounded(long fresh, int all) {
        return derivationContext.asker().isPresent()
                || all <= MAX_EPISODES_BY_RULES && fresh * NEW_PART_BY_RULES >= all;
    }

    /** A gist that covers a question without its answer would be outdated by the answer. */
    private boolean isAwaited(Scope scope, Map<String, TurnTime> turnTimes) {
        return turnTimes.entrySet().stream()
                .max(Comparator.comparingLong(turn -> turn.getValue().revision()))
                .flatMap(newest -> awaitedAnswers.until(scope, new EntryKey(Kind.EPISODE, newest.getKey())))
                .isPresent();
    }

    @Override
    public Proposal propose(Scope scope, String session, DerivationAttempt attempt, @Nullable ModelCaller modelCaller) {
        List<Episode> episodes = derivationContext
                .ledger()
                .readable(scope, EntryScan.of(Kind.EPISODE).inSession(session))
                .map(stored -> (Episode) EntryCodec.decode(stored))
                .toList();
        long watermark = episodes.stream().mapToLong(Episode::revision).max().orElse(attempt.watermark());
        if (episodes.isEmpty()) {
            return Proposal.nothing(watermark, "the session is gone", 0);
        }
        Base base = base(scope, session, episodes);
        if (base.upTo() == GistWriter.last(episodes)) {
            return Proposal.nothing(watermark, "the gist covers the whole session already", 0);
        }
        if (modelCaller == null) {
            Base whole = texts.extracted(base, episodes);
            return whole.text().isBlank()
                    ? Proposal.nothing(watermark, "the session has no text to summarize", 0)
                    : Proposal.done(watermark, reads(scope, episodes), writer(scope, session, whole, episodes), "", 0);
        }
        return step(scope, session, episodes, base, watermark, modelCaller);
    }

    private Proposal step(
            Scope scope, String session, List<Episode> episodes, Base base, long watermark, ModelCaller modelCaller) {
        Advance advance = texts.advance(modelCaller, base, GistWriter.after(episodes, base.upTo()));
        Base end = advance.end();
        long tokens = advance.tokens();
        if (advance.failure().isPresent()) {
            String why = "the model failed: " + advance.failure().get();
            Base whole = texts.extracted(base, episodes);
            return whole.text().isBlank()
                    ? Proposal.failed(why, tokens)
                    : Proposal.fallback(
                            watermark, reads(scope, episodes), writer(scope, session, whole, episodes), why, tokens);
        }
        if (end.text().isBlank()) {
            return Proposal.nothing(watermark, "the session has no text to summarize", tokens);
        }
        List<Episode> covered = episodes.stream()
                .filter(episode -> episode.position() <= end.upTo())
                .toList();
        boolean isWhole = covered.size() == episodes.size();
        String detail = covered.size() + " of " + episodes.size() + " episodes";
        Proposal proposal =
                Proposal.done(watermark, reads(scope, covered), writer(scope, session, end, covered), detail, tokens);
        return isWhole ? proposal : proposal.asStep();
    }

    /**
     * Returns the last gist that can be the base of the next. A gist of an episode that changed since cannot; nor can
     * one written without a model, which is extracted from the whole session each time.
     */
    private Base base(Scope scope, String session, List<Episode> episodes) {
        Base base = Base.NONE;
        int begin = 0;
        for (Summary gist : summaries.validVersions(scope, session)) {
            if (gist.method() == SummaryMethod.EXTRACTIVE || isOutdated(gist, episodes)) {
                continue;
            }
            int covered = (int) episodes.stream()
                    .filter(episode -> episode.position() <= gist.upTo())
                    .count();
            if (gist.method() == SummaryMethod.GIVEN) {
                begin = covered;
            }
            boolean isEndOfStep = (covered - begin) % EPISODES == 0;
            boolean isAll = covered == episodes.size();
            if (isEndOfStep || isAll || derivationContext.asker().isEmpty()) {
                base = new Base(gist.text(), gist.upTo(), gist.method());
            }
        }
        return base;
    }

    private static boolean isOutdated(Summary gist, List<Episode> episodes) {
        return episodes.stream()
                .anyMatch(episode -> episode.position() <= gist.upTo() && episode.revision() > gist.revision());
    }

    private static List<Read> reads(Scope scope, List<Episode> episodes) {
        return episodes.stream()
                .map(episode -> new Read(new EntryRef(scope, Kind.EPISODE, episode.id()), episode.revision()))
                .toList();
    }

    private Consumer<EntryLedger.Change> writer(Scope scope, String session, Base gist, List<Episode> covered) {
        Optional<String> author = gist.method() == SummaryMethod.MODEL
                ? derivationContext.asker().map(ModelCaller::model)
                : Optional.of("extract");
        SummaryLedger.Gist written = new SummaryLedger.Gist(
                session,
                gist.text(),
                gist.upTo(),
                covered,
                gist.method(),
                new Origin(Origin.Source.DERIVATION, author.orElse(null)),
                covered.stream().map(Episode::leastTrust).reduce(Trust.SYSTEM, Trust::least));
        return change -> summaries.post(change, scope, written);
    }
}
