package dev.daybook.data;

import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fact to be asserted. What is null is filled in by the library.
 *
 * @param id null: a new one is made, {@code fact_} and a ULID
 * @param confidence how sure it is, 0 to 1
 * @param validFrom since when it is true; null: now
 * @param validUntil until when, exclusive; null: it still is
 * @param recordedAt when it was learnt; null: now
 * @param sources entries that it was taken from, in the scope that it is asserted in (or, in what is shared, its space)
 * @param singleValued whether the subject has only one such object at a time, so that this one ends the one before
 * @param method how it came to be
 * @param origin null: the user
 * @param trust null: that of the origin
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
        List<Ref> sources,
        boolean singleValued,
        Method method,
        @Nullable Origin origin,
        @Nullable Trust trust) {

    /** @throws IllegalArgumentException if a text is null, blank or longer than {@link Bounds} allows, the confidence is not in 0 to 1, or it ends before it begins */
    public NewFact {
        Require.optionalId("fact id", id);
        Require.filled("subject", subject);
        Require.filled("predicate", predicate);
        Require.text("object", object);
        Bounds.fact(subject, predicate, object, origin);
        Require.confidence(confidence);
        validFrom = Require.optionalTime("validFrom", validFrom);
        validUntil = Require.optionalTime("validUntil", validUntil);
        recordedAt = Require.optionalTime("recordedAt", recordedAt);
        sources = Require.list("sources", sources);
        Require.present("method", method);
        if (validFrom != null && validUntil != null && validUntil.isBefore(validFrom)) {
            throw new IllegalArgumentException("validUntil is " + validUntil + ", before validFrom " + validFrom
                    + "; a fact ends after it begins, or leave validUntil out");
        }
    }

    /** A fact that holds from now on; the subject has one such object at a time. */
    public static NewFact of(String subject, String predicate, String object) {
        return new NewFact(
                null, subject, predicate, object, 1.0, null, null, null, List.of(), true, Method.GIVEN, null, null);
    }

    /** The subject may have many such objects at a time: nothing is closed by this one. */
    public NewFact manyValued() {
        return copy(id, confidence, validFrom, validUntil, recordedAt, sources, false, method, origin, trust);
    }

    public NewFact withId(@Nullable String id) {
        return copy(id, confidence, validFrom, validUntil, recordedAt, sources, singleValued, method, origin, trust);
    }

    public NewFact withConfidence(double confidence) {
        return copy(id, confidence, validFrom, validUntil, recordedAt, sources, singleValued, method, origin, trust);
    }

    public NewFact validFrom(@Nullable OffsetDateTime validFrom) {
        return copy(id, confidence, validFrom, validUntil, recordedAt, sources, singleValued, method, origin, trust);
    }

    public NewFact validUntil(@Nullable OffsetDateTime validUntil) {
        return copy(id, confidence, validFrom, validUntil, recordedAt, sources, singleValued, method, origin, trust);
    }

    public NewFact recordedAt(@Nullable OffsetDateTime recordedAt) {
        return copy(id, confidence, validFrom, validUntil, recordedAt, sources, singleValued, method, origin, trust);
    }

    public NewFact from(List<Ref> sources) {
        return copy(id, confidence, validFrom, validUntil, recordedAt, sources, singleValued, method, origin, trust);
    }

    public NewFact by(Method method) {
        return copy(id, confidence, validFrom, validUntil, recordedAt, sources, singleValued, method, origin, trust);
    }

    public NewFact withOrigin(@Nullable Origin origin) {
        return copy(id, confidence, validFrom, validUntil, recordedAt, sources, singleValued, method, origin, trust);
    }

    public NewFact withTrust(@Nullable Trust trust) {
        return copy(id, confidence, validFrom, validUntil, recordedAt, sources, singleValued, method, origin, trust);
    }

    private NewFact copy(
            @Nullable String id,
            double confidence,
            @Nullable OffsetDateTime validFrom,
            @Nullable OffsetDateTime validUntil,
            @Nullable OffsetDateTime recordedAt,
            List<Ref> sources,
            boolean singleValued,
            Method method,
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
