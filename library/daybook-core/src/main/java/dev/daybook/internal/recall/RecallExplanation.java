package dev.daybook.internal.recall;

import dev.daybook.internal.entries.EntryReader;
import dev.daybook.internal.entries.EntryText;
import dev.daybook.internal.index.EntrySlot;
import dev.daybook.internal.scoring.EntryScores;
import dev.daybook.internal.scoring.RecallConfidence;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.Explanation;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Hit.MessageScore;
import dev.daybook.outcome.ScoreReason;
import dev.daybook.query.Query;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.IndexRow;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Explains the rank of an entry in a recall, or names the rule that excludes it. */
final class RecallExplanation {

    private final FilteredQuery asked;
    private final Query query;
    private final LocalDate day;
    private final List<ScoredScope> scopes;
    private final ScoredScope own;
    private final EntryReader entryReader;

    /**
     * @param day the day of the question
     * @param scopes the scored scopes of the query
     * @param own that of the entry
     */
    RecallExplanation(
            FilteredQuery asked, LocalDate day, List<ScoredScope> scopes, Scope own, EntryReader entryReader) {
        this.asked = asked;
        this.day = day;
        this.query = asked.query();
        this.scopes = scopes;
        this.own = scopes.stream()
                .filter(each -> each.scope().equals(own))
                .findFirst()
                .orElseThrow();
        this.entryReader = entryReader;
    }

    Explanation of(EntryKey key) {
        EntryRef ref = new EntryRef(own.scope(), key.kind(), key.id());
        int number = own.scopeIndex().slotOf(key);
        // The score of an ended entry would tell which words it has.
        if (number < 0
                || own.scopeIndex().slots().get(number).hasEnded(asked.filter().now())) {
            return new Explanation(ref, 0, 0, List.of(), absence(key));
        }
        EntryScores scores = own.scores();
        boolean eligible = scores.eligible().get(number);
        double score = eligible ? scores.values()[number] : 0;
        List<ScoreReason> why = eligible ? scores.why().apply(number) : List.of();
        Optional<String> excluded = doubt().or(() -> exclusion(number));
        if (excluded.isEmpty() && !eligible) {
            excluded = Optional.of("it has nothing in common with the question");
        }
        if (excluded.isPresent()) {
            return new Explanation(ref, 0, score, why, excluded.get());
        }
        List<Hit> ranked = ranked(query);
        int place = rankOf(ranked, ref);
        if (place == ranked.size()) {
            // What the minimum leaves out has a rank among all.
            ranked = ranked(query.minimumScore(null));
            place = rankOf(ranked, ref);
        }
        if (place == ranked.size()) {
            return standing(number, ranked)
                    .map(other -> new Explanation(ref, 0, score, why, other))
                    .orElseGet(() -> new Explanation(ref, 0, 0, List.of(), absence(key)));
        }
        List<ScoreReason> placed = TrustShare.appliesTo(query)
                ? TrustShare.placed(ranked, place, ExchangeTrust::of)
                : ranked.get(place).why();
        return updated(ref, ranked, ranked.get(place).withWhy(placed), place);
    }

    /** Explains a hit at its place after the order of updates, which may move it forward or back. */
    private Explanation updated(EntryRef ref, List<Hit> ranked, Hit hit, int place) {
        List<Hit> placed = new ArrayList<>(ranked);
        placed.set(place, hit);
        List<Hit> ordered = UpdateOrder.of(query, placed, day);
        int last = rankOf(ordered, ref);
        return ranked(ref, ordered.get(last), last, ordered.get(last).why());
    }

    /** Returns which hit stands for an entry in a query that collapses near-equal texts. */
    private Optional<String> standing(int number, List<Hit> ranked) {
        IndexRow row = own.scopeIndex().slots().get(number).row();
        return Optional.ofNullable(own.bodies().apply(List.of(row)).get(row.key()))
                .filter(entry -> query.collapse())
                .map(EntryText::of)
                .flatMap(text -> ranked.stream()
                        .filter(hit -> hit.scope().equals(own.scope())
                                && EntryText.of(hit.entry()).equals(text))
                        .findFirst())
                .map(hit -> "its text is that of " + hit.kind().label() + " " + hit.id() + ", which stands for "
                        + hit.copies() + (hit.copies() == 1 ? " hit of more trust" : " hits"));
    }

    /** Returns all hits in order. Those below a minimum score take no place, as the trust share counts places. */
    private List<Hit> ranked(Query counted) {
        return RankedHits.best(asked.with(counted.limit(Integer.MAX_VALUE)), scopes);
    }

    /** Explains a hit as a recall returns it: its score may be lower than that of the entry, see {@link TrustView}. */
    private Explanation ranked(EntryRef ref, Hit hit, int place, List<ScoreReason> why) {
        Double minimum = query.minimumScore();
        String keptOut = null;
        if (minimum != null && hit.score() < minimum) {
            keptOut = "its score is below the minimum of " + minimum;
        } else if (place >= query.limit()) {
            keptOut = "its rank is beyond the limit of " + query.limit();
        }
        return new Explanation(ref, place + 1, hit.score(), why, keptOut);
    }

    /** Returns why an entry is not in the index that was searched. */
    private String absence(EntryKey key) {
        boolean isLive = query.asOf() == null
                && entryReader
                        .stored(own.scope(), key)
                        .filter(stored -> stored.status().equals(EntryPut.LIVE))
                        .isPresent();
        if (!isLive) {
            return "there is no such " + key.kind().label();
        }
        return key.kind() == Kind.BLOCK
                ? "recall does not search blocks; each context has them"
                : "it is not among the candidates that a search of this large scope ranks";
    }

    /** Returns why the scope gives no hit at all. */
    private Optional<String> doubt() {
        return RecallConfidence.isReached(query, own.whole(), asked.filter().now())
                ? Optional.empty()
                : Optional.of(
                        RecallConfidence.of(own.whole(), query, asked.filter().now()) + ", is below the minimum of "
                                + query.minimumConfidence());
    }

    /** Returns the condition of the query that excludes an entry. */
    private Optional<String> exclusion(int number) {
        EntrySlot slot = own.scopeIndex().slots().get(number);
        IndexRow row = slot.row();
        return asked.filter()
                .exclusion(slot)
                .or(() -> Optional.ofNullable(own.bodies().apply(List.of(row)).get(row.key()))
                        .flatMap(body -> asked.exclusion(own.scope(), body, messages(number))));
    }

    /** Returns the messages of an entry by score; an entry that does not match has none. */
    private List<MessageScore> messages(int number) {
        EntryScores scores = own.scores();
        return scores.eligible().get(number) ? scores.messages().apply(number) : List.of();
    }

    private static int rankOf(List<Hit> hits, EntryRef ref) {
        for (int i = 0; i < hits.size(); i++) {
            Hit hit = hits.get(i);
            if (hit.id().equals(ref.id())
                    && hit.kind() == ref.kind()
                    && hit.scope().equals(ref.scope())) {
                return i;
            }
        }
        return hits.size();
    }
}
