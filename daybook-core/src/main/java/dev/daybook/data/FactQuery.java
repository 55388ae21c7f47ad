package dev.daybook.data;

import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A query of bitemporal facts. {@link #all()} has no condition; each method with a parameter returns a copy with one
 * condition changed. All conditions hold together. Texts are compared exactly, with case. Do not call the constructor:
 * a new condition adds a parameter to it.
 *
 * @param subject null: any
 * @param predicate null: any
 * @param object null: any
 * @param validAt the world time: a fact fits only if it was true then; null: closed facts too
 * @param asOf the knowledge time: only versions recorded by then count; null: now
 * @param limit the maximum number of facts; zero or below: none
 */
public record FactQuery(
        @Nullable String subject,
        @Nullable String predicate,
        @Nullable String object,
        @Nullable OffsetDateTime validAt,
        @Nullable OffsetDateTime asOf,
        int limit) {

    private static final FactQuery ALL = new FactQuery(null, null, null, null, null, Integer.MAX_VALUE);

    /** Checks all conditions. Not to be called by applications; use {@link #all()}. */
    public FactQuery {
        validAt = ArgumentChecks.optionalTime("validAt", validAt);
        asOf = ArgumentChecks.optionalTime("asOf", asOf);
    }

    /** Returns the query without a condition: all facts, including closed facts. */
    public static FactQuery all() {
        return ALL;
    }

    /** Sets the subject; null: any. */
    public FactQuery subject(@Nullable String subject) {
        return new FactQuery(subject, predicate, object, validAt, asOf, limit);
    }

    /** Sets the predicate; null: any. */
    public FactQuery predicate(@Nullable String predicate) {
        return new FactQuery(subject, predicate, object, validAt, asOf, limit);
    }

    /** Sets the object; null: any. */
    public FactQuery object(@Nullable String object) {
        return new FactQuery(subject, predicate, object, validAt, asOf, limit);
    }

    /** Sets the world time: only facts that were true then; null: closed facts too. */
    public FactQuery validAt(@Nullable OffsetDateTime validAt) {
        return new FactQuery(subject, predicate, object, validAt, asOf, limit);
    }

    /** Sets the world time: only facts that were true then. */
    public FactQuery validAt(Instant validAt) {
        return validAt(TimeText.utc("validAt", validAt));
    }

    /** Sets the knowledge time: the versions recorded by then; null: now. */
    public FactQuery asOf(@Nullable OffsetDateTime asOf) {
        return new FactQuery(subject, predicate, object, validAt, asOf, limit);
    }

    /** Sets the knowledge time: the versions recorded by then. */
    public FactQuery asOf(Instant asOf) {
        return asOf(TimeText.utc("asOf", asOf));
    }

    /** Sets the maximum number of facts; zero or below: none. */
    public FactQuery limit(int limit) {
        return new FactQuery(subject, predicate, object, validAt, asOf, limit);
    }

    /** Returns whether a fact fulfils the conditions; {@code asOf} and {@code limit} are ignored. */
    public boolean matches(Fact fact) {
        return (subject == null || subject.equals(fact.subject()))
                && (predicate == null || predicate.equals(fact.predicate()))
                && (object == null || object.equals(fact.object()))
                && (validAt == null || fact.isValidAt(validAt));
    }
}
