package dev.daybook.all;

import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A fact of the model.
 *
 * @param id null: a derived fact
 * @param source the episode that it is derived from; null: an asserted fact
 */
record PlainFact(
        @Nullable String id,
        String subject,
        String predicate,
        String object,
        OffsetDateTime validFrom,
        OffsetDateTime recordedAt,
        @Nullable String source) {

    private static final String MANY_VALUED = "likes";

    /** Returns whether it holds at a time among the facts of its scope: from its beginning to that of the next object. */
    boolean holds(OffsetDateTime time, List<PlainFact> all) {
        return !validFrom.isAfter(time)
                && all.stream().noneMatch(next -> next.ends(this) && !next.validFrom.isAfter(time));
    }

    private boolean ends(PlainFact earlier) {
        return !predicate.equals(MANY_VALUED)
                && subject.equals(earlier.subject)
                && predicate.equals(earlier.predicate)
                && !object.equals(earlier.object)
                && validFrom.isAfter(earlier.validFrom);
    }

    /** Returns the fact that shows this one as well: the first of the same content that holds when this one begins. */
    Optional<PlainFact> repeated(List<PlainFact> all) {
        return id != null
                ? Optional.empty()
                : all.stream()
                        .filter(other -> isSame(other) && other.validFrom.isBefore(validFrom))
                        .filter(other -> other.holds(validFrom, all)
                                && other.repeated(all).isEmpty())
                        .min(Comparator.comparing(PlainFact::validFrom));
    }

    private boolean isSame(PlainFact other) {
        return subject.equals(other.subject) && predicate.equals(other.predicate) && object.equals(other.object);
    }

    String shown() {
        return subject + " " + predicate + " " + object + " since " + validFrom.toInstant();
    }
}
