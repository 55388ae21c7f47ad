package dev.daybook.contract.derivation;

import static dev.daybook.contract.MemoryContract.NOON;

import dev.daybook.model.Fact;
import dev.daybook.model.NewFact;
import java.time.OffsetDateTime;
import java.util.List;

/** Facts for tests that hold from some hour after noon, and are learnt then. */
public final class DatedFacts {

    private DatedFacts() {}

    public static OffsetDateTime at(int hour) {
        return NOON.plusHours(hour);
    }

    /** Ada lives somewhere since an hour, and it is learnt then. */
    public static NewFact home(String id, String place, int hour) {
        return fact(id, "ada", "lives_in", place, hour);
    }

    public static NewFact fact(String id, String subject, String predicate, String object, int hour) {
        return NewFact.of(subject, predicate, object).id(id).validFrom(at(hour)).recordedAt(at(hour));
    }

    public static List<String> ids(List<Fact> facts) {
        return facts.stream().map(Fact::id).toList();
    }
}
