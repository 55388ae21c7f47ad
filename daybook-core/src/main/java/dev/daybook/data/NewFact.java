package dev.daybook.data;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bitemporal fact to assert. {@link #of} makes one; each further method returns a copy with one component changed.
 * The library fills a component that is null. Do not call the constructor: a new component adds a parameter to it.
 *
 * @param id null: a new one, {@code fact_} and a ULID
 * @param confidence 0 to 1
 * @param validFrom the world time at which the fact becomes true; null: now
 * @param validUntil the world time at which it ends, exclusive; null: open
 * @param recordedAt the knowledge time; null: now
 * @param sources the entries it is derived from, in its own scope (for a shared fact: in its space)
 * @param singleValued whether the subject has one such object at a time, so that this fact closes the previous fact
 * @param method the method of derivation
 * @param origin null: the user
 * @param trust null: the trust of the origin
 */
public record NewFact(
        @Nullable String id,
        String subject,
        String predicate,
        String object,
        double confidence,
        @Nullable OffsetDateTime validFrom,
        @Nullable OffsetDateTime validUntil,
        @Nullable OffsetDateTime recordedAt,
        List<EntryRef> sources,
        boolean singleValued,
        SummaryMethod method,
        @Nullable Origin origin,
        @Nullable Trust trust) {

    /**
     * Checks all components. Not to be called by applications; use {@link #of}.
     *
     * @throws IllegalArgumentException if a text is null, blank or longer than {@link SizeLimits} allows, the
     *     confidence is not in 0 to 1, or the fact ends before it begins
     */
    public NewFact {
        ArgumentChecks.optionalId("fact id", id);
        ArgumentChecks.filled("subject", subject);
        ArgumentChecks.filled("predicate", predicate);
        ArgumentChecks.text("object", object);
        SizeLimits.fact(subject, predicate, object, origin);
        ArgumentChecks.confidence(confidence);
        validFrom = SizeLimits.time("validFrom", validFrom);
        validUntil = SizeLimits.time("validUntil", validUntil);
        recordedAt = SizeLimits.time("recordedAt", recordedAt);
        sources = ArgumentChecks.list("sources", sources);
        ArgumentChecks.present("method", method);
        if (validFrom != null && validUntil != null && validUntil.isBefore(validFrom)) {
            throw new IllegalArgumentException("validUntil is " + validUntil + ", before validFrom " + validFrom
                    + "; a fact ends after it begins, or leave validUntil out");
        }
    }

    /** Returns a fact that is true from now on; the subject has one such object at a time. */
    public static NewFact of(String subject, String predicate, String object) {
        return new NewFact(
                null,
                subject,
                predicate,
                object,
                1.0,
                null,
                null,
                null,
                List.of(),
                true,
                SummaryMethod.GIVEN,
                null,
                null);
    }

    /** Allows the subject many such objects at a time: this fact closes none. */
    public NewFact manyValued() {
        return copy(id, confidence, validFrom, validUntil, recordedAt, sources, false, method, origin, trust);
    }

    /** Sets subject, predicate and object. */
    public NewFact withStatement(String subject, String predicate, String object) {
        return new NewFact(
                id,
                subject,
                predicate,
                object,
                confidence,
                validFrom,
                validUntil,
                recordedAt,
                sources,
                singleValued,
                method,
                origin,
                trust);
    }

    /** Sets the id; null: a new one. */
    public NewFact withId(@Nullable String id) {
        return copy(id, confidence, validFrom, validUntil, recordedAt, sources, singleValued, method, origin, trust);
    }

    /** Sets the confidence, 0 to 1. */
    public NewFact withConfidence(double confidence) {
        return copy(id, confidence, validFrom, validUntil, recordedAt, sources, singleValued, method, origin, trust);
    }

    /** Sets the world time at which it becomes true; null: now. */
    public NewFact validFrom(@Nullable OffsetDateTime validFrom) {
        return copy(id, confidence, validFrom, validUntil, recordedAt, sources, singleValued, method, origin, trust);
    }

    /** Sets the world time at which it becomes true, in UTC. */
    public NewFact validFrom(Instant validFrom) {
        return validFrom(TimeText.utc("validFrom", validFrom));
    }

    /** Sets the world time at which it ends, exclusive; null: open. */
    public NewFact validUntil(@Nullable OffsetDateTime validUntil) {
        return copy(id, confidence, validFrom, validUntil, recordedAt, sources, singleValued, method, origin, trust);
    }

    /** Sets the world time at which it ends, exclusive, in UTC. */
    public NewFact validUntil(Instant validUntil) {
        return validUntil(TimeText.utc("validUntil", validUntil));
    }

    /** Sets the knowledge time; null: now. */
    public NewFact recordedAt(@Nullable OffsetDateTime recordedAt) {
        return copy(id, confidence, validFrom, validUntil, recordedAt, sources, singleValued, method, origin, trust);
    }

    /** Sets the knowledge time, in UTC. */
    public NewFact recordedAt(Instant recordedAt) {
        return recordedAt(TimeText.utc("recordedAt", recordedAt));
    }

    /** Sets the entries it is derived from. */
    public NewFact from(List<EntryRef> sources) {
        return copy(id, confidence, validFrom, validUntil, recordedAt, sources, singleValued, method, origin, trust);
    }

    /** Sets the method of derivation. */
    public NewFact by(SummaryMethod method) {
        return copy(id, confidence, validFrom, validUntil, recordedAt, sources, singleValued, method, origin, trust);
    }

    /** Sets the origin; null: the user. */
    public NewFact withOrigin(@Nullable Origin origin) {
        return copy(id, confidence, validFrom, validUntil, recordedAt, sources, singleValued, method, origin, trust);
    }

    /** Sets the trust; null: the trust of the origin. */
    public NewFact withTrust(@Nullable Trust trust) {
        return copy(id, confidence, validFrom, validUntil, recordedAt, sources, singleValued, method, origin, trust);
    }

    private NewFact copy(
            @Nullable String id,
            double confidence,
            @Nullable OffsetDateTime validFrom,
            @Nullable OffsetDateTime validUntil,
            @Nullable OffsetDateTime recordedAt,
            List<EntryRef> sources,
            boolean singleValued,
            SummaryMethod method,
            @Nullable Origin origin,
            @Nullable Trust trust) {
        return new NewFact(
                id,
                subject,
                predicate,
                object,
                confidence,
                validFrom,
                validUntil,
                recordedAt,
                sources,
                singleValued,
                method,
                origin,
                trust);
    }
}
