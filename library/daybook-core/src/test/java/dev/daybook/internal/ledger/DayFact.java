package dev.daybook.internal.ledger;

import dev.daybook.model.Fact;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import java.time.OffsetDateTime;
import java.util.List;

/** Facts about Ada that begin on a day and are learned on that day. */
final class DayFact {

    static final OffsetDateTime START = OffsetDateTime.parse("2026-03-01T12:00:00Z");

    private DayFact() {}

    /** Creates a fact; its id is its day. */
    static Fact of(int day, String predicate, String object, SummaryMethod method, Trust trust) {
        return new Fact(
                "day " + day,
                "Ada",
                predicate,
                object,
                1,
                START.plusDays(day),
                null,
                null,
                START.plusDays(day),
                List.of(),
                method,
                Provenance.unwritten(Origin.USER, trust));
    }
}
