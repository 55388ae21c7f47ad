package dev.daybook.internal.recall;

import dev.daybook.internal.recall.EntryRanking.Candidate;
import dev.daybook.internal.scoring.PartMatch;
import dev.daybook.internal.scoring.QuestionWords;
import dev.daybook.internal.scoring.RecallConfidence;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Hit.MessageScore;
import dev.daybook.outcome.ScoreReason;
import dev.daybook.query.Query;
import dev.daybook.store.EntryKey;
import dev.daybook.store.IndexRow;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The hits of a query over one or more scopes, by score, best first. Bodies are fetched on demand. */
final class RankedHits {

    private final FilteredQuery asked;
    private final List<ScoredScope> scopes;
    private final List<EntryRanking> rankings;

    /** The groups of near-equal hits; null if each hit stands for itself. */
    private final @Nullable HitGroups groups;

    /** A hit may be shown with a lower score than it was fetched for, so others may come before it. */
    private final PriorityQueue<Fetched> fetched = new PriorityQueue<>();

    private int batch;
    private int fetchedInAll;

    /** The upper bound of the scores of all hits that are not fetched yet. */
    private double bound;

    private boolean exhausted;

    /** A hit with its place in the order of fetching, which decides among equal scores. */
    private record Fetched(Hit hit, Candidate candidate, int place) implements Comparable<Fetched> {

        @Override
        public int compareTo(Fetched other) {
            int byScore = Double.compare(other.hit.score(), hit.score());
            return byScore == 0 ? Integer.compare(place, other.place) : byScore;
        }
    }

    /** @param lowest the least trust that the best message of a hit may have by the index; null: any */
    private RankedHits(FilteredQuery asked, List<ScoredScope> scopes, @Nullable Trust lowest) {
        this.asked = asked;
        this.scopes = scopes;
        this.groups = asked.query().collapse() ? new HitGroups(this::passes, this::admitted) : null;
        this.rankings = scopes.stream()
                .map(scoredScope -> new EntryRanking(
                        scoredScope, passing(scoredScope, lowest), asked.query().limit()))
                .toList();
    }

    /** Returns the best hits of a query, up to its limit. Lower-ranked hits take the places of rejected ones. */
    static List<Hit> best(FilteredQuery asked, List<ScoredScope> scopes) {
        Query query = asked.query();
        List<ScoredScope> confident = scopes.stream()
                .filter(scope -> RecallConfidence.isReached(
                        query, scope.whole(), asked.filter().now()))
                .toList();
        if (TrustShare.appliesTo(query)) {
            return TrustShare.order(
                    lowest -> new RankedHits(asked, confident, lowest),
                    ExchangeTrust::of,
                    new QuestionWords(query.text()),
                    query.limit());
        }
        RankedHits ranked = new RankedHits(asked, confident, null);
        List<Hit> hits = new ArrayList<>();
        while (hits.size() < query.limit()) {
            Hit next = ranked.next(query.limit() - hits.size());
            if (next == null) {
                break;
            }
            hits.add(next);
        }
        return hits;
    }

    private @Nullable BitSet passing(ScoredScope scoredScope, @Nullable Trust lowest) {
        BitSet passing = asked.filter().slots(scoredScope.scopeIndex());
        return lowest == null ? passing : scoredScope.trusted(lowest, passing);
    }

    /** Returns whether an entry can be a hit by the index. */
    private boolean passes(Candidate candidate) {
        return candidate.owner().scores().eligible().get(candidate.number())
                && !isBelowMinimum(candidate.score())
                && asked.filter().exclusion(candidate.slot()).isEmpty();
    }

    /**
     * Returns the next best hit, or null if there is none.
     *
     * @param more how many hits the caller may still ask for
     */
    @Nullable
    Hit next(int more) {
        Fetched next = nextFetched(more);
        while (groups != null && next != null) {
            Optional<HitGroups.Standing> standing = groups.standing(next.candidate());
            if (standing.isPresent()) {
                return standing.get().isAlone() ? next.hit() : shown(next.hit(), standing.get());
            }
            next = nextFetched(more);
        }
        return next == null ? null : next.hit();
    }

    /** Returns the newest entry of a group in the place of its best. */
    private Hit shown(Hit best, HitGroups.Standing standing) {
        List<ScoreReason> why = new ArrayList<>(best.why());
        why.add(standing.why());
        Entry newest = admitted(List.of(standing.newest())).stream()
                .map(admitted -> asked.trustView().of(admitted.entry()))
                .findFirst()
                .orElse(best.entry());
        return new Hit(best.scope(), newest, best.score(), best.messages(), why, best.fallback(), standing.copies());
    }

    private @Nullable Fetched nextFetched(int more) {
        while (!exhausted && (fetched.isEmpty() || fetched.element().hit().score() < bound)) {
            // The first fetch is all that most recalls need. Later ones grow: a strict filter may reject many
            // candidates.
            List<Candidate> next = merged(Math.max(batch, more));
            batch = 2 * next.size();
            exhausted = next.isEmpty();
            bound = exhausted ? bound : next.get(next.size() - 1).score();
            hits(next);
        }
        return fetched.poll();
    }

    /** Merges the rankings and returns the best candidates of all. */
    private List<Candidate> merged(int count) {
        List<Candidate> taken = new ArrayList<>();
        while (taken.size() < count) {
            EntryRanking best = best();
            if (best == null || isBelowMinimum(best.first().score())) {
                break;
            }
            Candidate next = best.next();
            if (groups == null || !groups.isLeftOut(next)) {
                taken.add(next);
            }
        }
        return taken;
    }

    private boolean isBelowMinimum(double score) {
        Double minimum = asked.query().minimumScore();
        return minimum != null && score < minimum;
    }

    /** Returns the ranking with the best candidate, or null if all are empty. */
    private @Nullable EntryRanking best() {
        EntryRanking best = null;
        for (EntryRanking ranking : rankings) {
            boolean isBetter = !ranking.isEmpty()
                    && (best == null || Candidate.BEST_FIRST.compare(ranking.first(), best.first()) < 0);
            best = isBetter ? ranking : best;
        }
        return best;
    }

    /** Fetches the candidates that pass the filters on the body, in order. */
    private void hits(List<Candidate> candidates) {
        for (Admitted admitted : admitted(candidates)) {
            Candidate candidate = admitted.candidate();
            Hit shown = asked.trustView()
                    .of(
                            hit(candidate, admitted.entry(), admitted.messages()),
                            message -> candidate.owner().scores().why(candidate.number(), message));
            if (!isBelowMinimum(shown.score())) {
                fetched.add(new Fetched(shown, candidate, fetchedInAll++));
            }
        }
    }

    /** A candidate that passes the filters on the body. */
    record Admitted(Candidate candidate, Entry entry, List<MessageScore> messages) {}

    private List<Admitted> admitted(List<Candidate> candidates) {
        Map<Scope, Map<EntryKey, Entry>> bodies = new HashMap<>();
        for (ScoredScope scoredScope : scopes) {
            List<IndexRow> rows = candidates.stream()
                    .filter(candidate -> candidate.owner().scope().equals(scoredScope.scope()))
                    .map(candidate -> candidate.slot().row())
                    .toList();
            bodies.put(scoredScope.scope(), scoredScope.bodies().apply(rows));
        }
        List<Admitted> admitted = new ArrayList<>();
        for (Candidate candidate : candidates) {
            ScoredScope scoredScope = candidate.owner();
            Entry entry = bodies.getOrDefault(scoredScope.scope(), Map.of()).get(candidate.key());
            if (entry == null) {
                continue;
            }
            List<MessageScore> messages = scoredScope.scores().messages().apply(candidate.number());
            if (asked.admits(scoredScope.scope(), entry, messages)) {
                admitted.add(new Admitted(candidate, entry, messages));
            }
        }
        return admitted;
    }

    private Hit hit(Candidate candidate, Entry entry, List<MessageScore> messages) {
        ScoredScope scoredScope = candidate.owner();
        return new Hit(scoredScope.scope(), entry, candidate.score(), messages, why(candidate, entry, messages), false);
    }

    /** Returns the reasons of the score, and which words stand only in the parts of the best message. */
    private List<ScoreReason> why(Candidate candidate, Entry entry, List<MessageScore> messages) {
        List<ScoreReason> why = candidate.owner().scores().why().apply(candidate.number());
        if (messages.isEmpty() || !(entry instanceof Episode episode)) {
            return why;
        }
        Optional<ScoreReason> ofParts = PartMatch.reason(
                asked.query().text(), episode.messages().get(messages.get(0).index()));
        return Stream.concat(why.stream(), ofParts.stream()).toList();
    }
}
