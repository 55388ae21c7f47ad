package dev.daybook.bench.quality;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Fact;
import dev.daybook.model.NewFact;
import dev.daybook.model.SummaryMethod;
import dev.daybook.query.FactQuery;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The facts that a memory without a model found in a labelled message, or ended because of it. */
record FactReading(LabelledMessage labelled, List<LabelledFact> found) {

    /** Long before any message. */
    private static final OffsetDateTime BEFORE = OffsetDateTime.of(2020, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);

    /** Reads each message in a scope of its own, so that no fact ends or repeats that of another message. */
    static List<FactReading> of(List<LabelledMessage> messages) {
        try (Daybook daybook = Daybook.builder(new InMemoryStore()).noEmbedder().open()) {
            List<FactReading> readings = new ArrayList<>();
            for (LabelledMessage labelled : messages) {
                readings.add(new FactReading(labelled, read(daybook.user("user-" + readings.size()), labelled)));
            }
            return readings;
        }
    }

    /** An end changes a memory only if it holds the fact, so the facts that the message ends are known before. */
    private static List<LabelledFact> read(Memory memory, LabelledMessage labelled) {
        labelled.facts().stream()
                .filter(LabelledFact::ended)
                .forEach(fact -> memory.facts()
                        .remember(NewFact.of(fact.subject(), fact.predicate(), fact.object())
                                .validFrom(BEFORE)));
        memory.session("chat").remember(labelled.message());
        memory.consolidate();
        return memory.facts().list(FactQuery.all()).stream()
                .flatMap(fact -> change(fact).stream())
                .toList();
    }

    /** Returns what the message added or ended; a derived fact that is closed without a successor stands for an end. */
    private static Optional<LabelledFact> change(Fact fact) {
        boolean known = fact.method() == SummaryMethod.GIVEN;
        boolean closed = fact.validUntil() != null && (known || fact.supersededBy() == null);
        return known == closed ? Optional.of(LabelledFact.of(fact, known)) : Optional.empty();
    }

    List<LabelledFact> right() {
        return found.stream().filter(fact -> isIn(fact, labelled.facts())).toList();
    }

    List<LabelledFact> wrong() {
        return found.stream().filter(fact -> !isIn(fact, labelled.facts())).toList();
    }

    /** Returns the labels that a fact was found for. */
    List<LabelledFact> recalled() {
        return labelled.facts().stream().filter(fact -> isIn(fact, found)).toList();
    }

    private static boolean isIn(LabelledFact fact, List<LabelledFact> facts) {
        return facts.stream().anyMatch(fact::matches);
    }
}
