package dev.daybook.data;

import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Which facts to read. Start with {@link #all()} and add what matters; all conditions hold together. Texts are compared
 * exactly, upper and lower case too.
 *
 * @param subject null: any
 * @param predicate null: any
 * @param object null: any
 * @param validAt only what was true in the world at this time; null: closed facts too
 * @param asOf as the memory was then: what had been learnt by that time; null: now
 * @param limit how many at the most; zero or below: none
 */
public record FactQuery(
        @Nullable String subject,
        @Nullable String predicate,
        @Nullable String object,
        @Nullable OffsetDateTime validAt,
        @Nullable OffsetDateTime asOf,
        int limit) {

    private static final FactQuery ALL = new FactQuery(null, null, null, null, null, Integer.MAX_VALUE);

    public FactQuery {
        validAt = Require.optionalTime("validAt", validAt);
        asOf = Require.optionalTime("asOf", asOf);
    }

    public static FactQuery all() {
        return ALL;
    }

    public FactQuery subject(@Nullable String subject) {
        return new FactQuery(subject, predicate, object, validAt, asOf, limit);
    }

    public FactQuery predicate(@Nullable String predicate) {
        return new FactQuery(subject, predicate, object, validAt, asOf, limit);
    }

    public FactQuery object(@Nullable String object) {
        return new FactQuery(subject, predicate, object, validAt, asOf, limit);
    }

    public FactQuery validAt(@Nullable OffsetDateTime validAt) {
        return new FactQuery(subject, predicate, object, validAt, asOf, limit);
    }

    public FactQuery asOf(@Nullable OffsetDateTime asOf) {
        return new FactQuery(subject, predicate, object, validAt, asOf, limit);
    }

    public FactQuery limit(int limit) {
        return new FactQuery(subject, predicate, object, validAt, asOf, limit);
    }

    /** Whether a fact fits; {@code asOf} and {@code limit} are not looked at. */
    public boolean matches(Fact fact) {
        return (subject == null || subject.equals(fact.subject()))
                && (predicate == null || predicate.equals(fact.predicate()))
                && (object == null || object.equals(fact.object()))
                && (validAt == null || fact.isValidAt(validAt));
    }
}
