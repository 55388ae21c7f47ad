package dev.daybook.internal.statements;

import dev.daybook.internal.extract.StatedFact;
import dev.daybook.internal.ledger.FactLedger.QuotedFact;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.GroundingClass;
import dev.daybook.model.MessageRef;
import dev.daybook.model.NewFact;
import dev.daybook.model.Origin;
import dev.daybook.model.Statement;
import dev.daybook.model.StatementKind;
import dev.daybook.model.SummaryMethod;
import java.util.ArrayList;
import java.util.List;

/** Facts of an episode that rules find without a model. A secret stays in its episode and is never copied. */
final class RuleFacts {

    private static final Origin RULES = new Origin(Origin.Source.DERIVATION, "patterns");

    private RuleFacts() {}

    /** Returns the facts of an episode with their sentences, first those whose end is stated. */
    static List<QuotedFact> of(Episode episode, EntryRef source) {
        StatedFact.Reading reading = read(episode);
        List<QuotedFact> facts = new ArrayList<>(endings(reading, episode, source));
        reading.stated()
                .forEach(fact -> facts.add(new QuotedFact(
                        fact.sentence(), fact(episode, source, fact).statement(statement(source, fact)))));
        return facts;
    }

    /** Returns the facts whose end is stated. A fact that ends when it begins is never valid: it represents the words that ended another. */
    static List<QuotedFact> endings(Episode episode, EntryRef source) {
        return endings(read(episode), episode, source);
    }

    private static List<QuotedFact> endings(StatedFact.Reading reading, Episode episode, EntryRef source) {
        return reading.ended().stream()
                .map(fact -> new QuotedFact(
                        fact.sentence(), fact(episode, source, fact).validUntil(episode.occurredAt())))
                .toList();
    }

    private static StatedFact.Reading read(Episode episode) {
        return StatedFact.read(episode.sensitive() ? List.of() : episode.messages());
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

    private static Statement statement(EntryRef source, StatedFact fact) {
        return new Statement(
                fact.restated(),
                fact.subject(),
                StatementKind.STATE,
                false,
                List.of(new MessageRef(source, fact.message())),
                GroundingClass.SAID,
                null);
    }
}
