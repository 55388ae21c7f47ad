package dev.daybook.internal.consolidate;

import dev.daybook.internal.extract.StatedFact;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Origin;
import dev.daybook.model.SummaryMethod;
import java.util.List;

/** Facts of an episode that rules find without a model. A secret stays in its episode and is never copied. */
final class RuleFacts {

    private static final Origin RULES = new Origin(Origin.Source.DERIVATION, "patterns");

    private RuleFacts() {}

    static List<NewFact> stated(Episode episode, EntryRef source) {
        if (episode.sensitive()) {
            return List.of();
        }
        return StatedFact.of(episode.messages()).stream()
                .map(fact -> fact(episode, source, fact))
                .toList();
    }

    /** Returns the facts whose end is stated. A fact that ends when it begins is never valid: it represents the words that ended another. */
    static List<NewFact> endings(Episode episode, EntryRef source) {
        if (episode.sensitive()) {
            return List.of();
        }
        return StatedFact.over(episode.messages()).stream()
                .map(fact -> fact(episode, source, fact).validUntil(episode.occurredAt()))
                .toList();
    }

    private static NewFact fact(Episode episode, EntryRef source, StatedFact fact) {
        return NewFact.of(fact.subject(), fact.predicate().label(), fact.object())
                .validFrom(episode.occurredAt())
                .sources(List.of(source))
                .singleValued(fact.predicate().isSingleValued())
                .confidence(fact.confidence())
                .method(SummaryMethod.EXTRACTIVE)
                .trust(episode.trustOf(fact.message()))
                .origin(RULES);
    }
}
