package dev.daybook.internal.recall;

import dev.daybook.internal.extract.StatedUpdate;
import dev.daybook.internal.extract.StatedUpdate.SaidText;
import dev.daybook.internal.scoring.AnalyzedQuery;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.ScoreReason;
import dev.daybook.query.Query;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Puts an update before the statement that it replaces: of two messages of one user about the same thing the newer comes
 * directly before the older, if it ranks behind it ({@link StatedUpdate}). Nothing else moves, scores stay, and no text
 * counts less because it is old. Only hits within the limit of the query are compared, whose bodies are read anyway. A
 * question that names a time keeps the order of the scores. Decision 158.
 */
final class UpdateOrder {

    /**
     * The first hits, which are compared: the usual limit. An update that ranks behind them is rarely one: with 50 the
     * ranking of LoCoMo loses (docs/ranking.md).
     */
    private static final int MAX_HITS = Query.DEFAULT_LIMIT;

    private static final String SIGNAL = "update";

    private UpdateOrder() {}

    /** A hit with its best message, if that can be one of the two. */
    private record Told(Hit hit, @Nullable SaidText said) {

        boolean isLaterThan(Told other) {
            int byTime = hit.occurredAt()
                    .toInstant()
                    .compareTo(other.hit.occurredAt().toInstant());
            return byTime > 0
                    || byTime == 0 && hit.entry().position() > other.hit.entry().position();
        }

        boolean isOfAuthorOf(Told other) {
            return said != null
                    && other.said != null
                    && hit.scope().equals(other.hit.scope())
                    && said.message().role().equals(other.said.message().role())
                    && Objects.equals(
                            said.message().name(), other.said.message().name());
        }
    }

    /**
     * Returns the hits of a query in order; those behind its limit stay where they are.
     *
     * @param day the day of the question: "yesterday" is the day before it
     */
    static List<Hit> of(Query query, List<Hit> hits, LocalDate day) {
        int compared = Math.min(Math.min(hits.size(), query.limit()), MAX_HITS);
        if (compared < 2 || query.by() != Query.By.BEST) {
            return hits;
        }
        Optional<StatedUpdate> asked = StatedUpdate.askedFor(query.text());
        if (asked.isEmpty()) {
            return hits;
        }
        List<Hit> first = hits.subList(0, compared);
        List<Hit> ordered = new ArrayList<>(ordered(first, asked.get()));
        // Dates are read last: most recalls have no update.
        if (ordered.equals(first)
                || AnalyzedQuery.of(query.text(), null).on(day).namesTime()) {
            return hits;
        }
        ordered.addAll(hits.subList(compared, hits.size()));
        return ordered;
    }

    private static List<Hit> ordered(List<Hit> hits, StatedUpdate asked) {
        List<Told> order = new ArrayList<>();
        hits.forEach(
                hit -> order.add(new Told(hit, message(hit).flatMap(asked::read).orElse(null))));
        for (int place = 0; place < order.size(); place++) {
            Optional<Told> update = update(order, place, asked);
            if (update.isPresent()) {
                Told older = order.get(place);
                order.remove(update.get());
                order.add(place, because(update.get(), older));
                // What moved may have an update, too. Each move puts a later message first, so the moves end.
                place--;
            }
        }
        return order.stream().map(Told::hit).toList();
    }

    /** Returns the newest update of a hit among those behind it. */
    private static Optional<Told> update(List<Told> order, int place, StatedUpdate asked) {
        Told older = order.get(place);
        SaidText before = older.said();
        if (before == null || !before.isAbout()) {
            return Optional.empty();
        }
        return order.subList(place + 1, order.size()).stream()
                .filter(newer -> newer.isOfAuthorOf(older) && newer.isLaterThan(older))
                .filter(newer -> newer.said() != null && asked.replaces(newer.said(), before))
                .max(Comparator.comparing(newer -> newer.hit().occurredAt().toInstant()));
    }

    /** Returns the best message of a hit, if a user said it and is believed. A text of less trust never moves forward. */
    private static Optional<Message> message(Hit hit) {
        if (hit.messages().isEmpty() || !(hit.entry() instanceof Episode episode)) {
            return Optional.empty();
        }
        int best = hit.messages().get(0).index();
        if (best >= episode.messages().size() || episode.trustOf(best).isBelow(Trust.USER)) {
            return Optional.empty();
        }
        return Optional.of(episode.messages().get(best))
                .filter(message -> message.role().equals(Message.USER));
    }

    private static Told because(Told update, Told older) {
        List<ScoreReason> why = new ArrayList<>(update.hit().why());
        why.add(new ScoreReason(
                SIGNAL,
                0,
                "it restates " + older.hit().kind().label() + " " + older.hit().id() + ", which is older"));
        return new Told(update.hit().withWhy(why), update.said());
    }
}
