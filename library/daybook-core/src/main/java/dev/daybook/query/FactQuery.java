package dev.daybook.query;

import dev.daybook.model.Fact;
import dev.daybook.model.ImmutableValue;
import dev.daybook.model.SizeLimits;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A query of bitemporal facts. {@link #all()} has no condition; each method with a parameter returns a copy with one
 * condition changed. All conditions hold together; one that is null is not set. Texts are compared exactly, with case.
 */
public final class FactQuery extends ImmutableValue<FactQuery> {

    private static final FactQuery ALL = new FactQuery();

    private @Nullable String subject;
    private @Nullable String predicate;
    private @Nullable String object;
    private @Nullable Instant validAt;
    private @Nullable Instant asOf;
    private int limit = Integer.MAX_VALUE;

    private FactQuery() {}

    /** Returns the query without a condition: all facts, including closed facts. */
    public static FactQuery all() {
        return ALL;
    }

    public @Nullable String subject() {
        return subject;
    }

    /** Sets the subject; null: any. */
    public FactQuery subject(@Nullable String subject) {
        return with(copy -> copy.subject = subject);
    }

    public @Nullable String predicate() {
        return predicate;
    }

    /** Sets the predicate; null: any. */
    public FactQuery predicate(@Nullable String predicate) {
        return with(copy -> copy.predicate = predicate);
    }

    public @Nullable String object() {
        return object;
    }

    /** Sets the object; null: any. */
    public FactQuery object(@Nullable String object) {
        return with(copy -> copy.object = object);
    }

    public @Nullable Instant validAt() {
        return validAt;
    }

    /** Sets the world time: only facts that were true then; null: closed facts too. */
    public FactQuery validAt(@Nullable Instant validAt) {
        return with(copy -> copy.validAt = validAt);
    }

    public @Nullable Instant asOf() {
        return asOf;
    }

    /** Sets the knowledge time: the versions recorded by then; null: now. Years 0001 to 9999. */
    public FactQuery asOf(@Nullable Instant asOf) {
        return with(copy -> copy.asOf = asOf);
    }

    public int limit() {
        return limit;
    }

    /** Sets the maximum number of facts; zero or below: none. */
    public FactQuery limit(int limit) {
        return with(copy -> copy.limit = limit);
    }

    /** Returns whether a fact fulfils the conditions; {@code asOf} and {@code limit} are ignored. */
    public boolean matches(Fact fact) {
        return (subject == null || subject.equals(fact.subject()))
                && (predicate == null || predicate.equals(fact.predicate()))
                && (object == null || object.equals(fact.object()))
                && (validAt == null || fact.isValidAt(validAt));
    }

    @Override
    protected void check() {
        validAt = SizeLimits.time("validAt", validAt);
        asOf = SizeLimits.time("asOf", asOf);
    }

    @Override
    protected @Nullable Object[] parts() {
        return new @Nullable Object[] {
            "subject", subject,
            "predicate", predicate,
            "object", object,
            "validAt", validAt,
            "asOf", asOf,
            "limit", limit
        };
    }
}
