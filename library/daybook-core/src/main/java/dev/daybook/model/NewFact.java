package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.NullChecks;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bitemporal fact to assert. {@link #of} makes one; each further method returns a copy with one part changed. The
 * library fills a part that is null.
 *
 * <p>A method throws an {@link IllegalArgumentException} if a text is null, blank or longer than {@link SizeLimits}
 * allows, the confidence is not in 0 to 1, or the fact ends before it begins.
 */
public final class NewFact extends ImmutableValue<NewFact> {

    private @Nullable String id;
    private String subject = "";
    private String predicate = "";
    private String object = "";
    private double confidence = 1.0;
    private @Nullable OffsetDateTime validFrom;
    private @Nullable OffsetDateTime validUntil;
    private @Nullable OffsetDateTime recordedAt;
    private List<EntryRef> sources = List.of();
    private boolean singleValued = true;
    private SummaryMethod method = SummaryMethod.GIVEN;
    private @Nullable Statement statement;
    private @Nullable Origin origin;
    private @Nullable Trust trust;
    private @Nullable Instant expiresAt;

    private NewFact() {}

    /** Returns a fact that is true from now on; the subject has one such object at a time. */
    public static NewFact of(String subject, String predicate, String object) {
        return new NewFact().with(fact -> {
            fact.subject = subject;
            fact.predicate = predicate;
            fact.object = object;
        });
    }

    public @Nullable String id() {
        return id;
    }

    /** Sets the id; null: a new one, {@code fact_} and a ULID. */
    public NewFact id(@Nullable String id) {
        return with(copy -> copy.id = id);
    }

    public String subject() {
        return subject;
    }

    /** Sets the subject. */
    public NewFact subject(String subject) {
        return with(copy -> copy.subject = subject);
    }

    public String predicate() {
        return predicate;
    }

    /** Sets the predicate. */
    public NewFact predicate(String predicate) {
        return with(copy -> copy.predicate = predicate);
    }

    public String object() {
        return object;
    }

    /** Sets the object. */
    public NewFact object(String object) {
        return with(copy -> copy.object = object);
    }

    public double confidence() {
        return confidence;
    }

    /** Sets the confidence, 0 to 1. */
    public NewFact confidence(double confidence) {
        return with(copy -> copy.confidence = confidence);
    }

    public @Nullable OffsetDateTime validFrom() {
        return validFrom;
    }

    /** Sets the world time at which it becomes true; null: now. */
    public NewFact validFrom(@Nullable OffsetDateTime validFrom) {
        return with(copy -> copy.validFrom = validFrom);
    }

    public @Nullable OffsetDateTime validUntil() {
        return validUntil;
    }

    /** Sets the world time at which it ends, exclusive; null: open. */
    public NewFact validUntil(@Nullable OffsetDateTime validUntil) {
        return with(copy -> copy.validUntil = validUntil);
    }

    public @Nullable OffsetDateTime recordedAt() {
        return recordedAt;
    }

    /** Sets the knowledge time; null: now. */
    public NewFact recordedAt(@Nullable OffsetDateTime recordedAt) {
        return with(copy -> copy.recordedAt = recordedAt);
    }

    public List<EntryRef> sources() {
        return sources;
    }

    /** Sets the entries it is derived from, in its own scope (for a shared fact: in its space). */
    public NewFact sources(List<EntryRef> sources) {
        return with(copy -> copy.sources = sources);
    }

    public boolean singleValued() {
        return singleValued;
    }

    /**
     * Sets whether the subject has one such object at a time, so that this fact closes the previous fact. With false it
     * closes none.
     */
    public NewFact singleValued(boolean singleValued) {
        return with(copy -> copy.singleValued = singleValued);
    }

    public SummaryMethod method() {
        return method;
    }

    /** Sets the method of derivation. */
    public NewFact method(SummaryMethod method) {
        return with(copy -> copy.method = method);
    }

    public @Nullable Statement statement() {
        return statement;
    }

    /** Sets the sentence that it was stated in; its messages are those of {@link #sources()}. */
    public NewFact statement(@Nullable Statement statement) {
        return with(copy -> copy.statement = statement);
    }

    public @Nullable Origin origin() {
        return origin;
    }

    /** Sets the origin; null: the user. */
    public NewFact origin(@Nullable Origin origin) {
        return with(copy -> copy.origin = origin);
    }

    public @Nullable Trust trust() {
        return trust;
    }

    /** Sets the trust; null: the trust of the origin. */
    public NewFact trust(@Nullable Trust trust) {
        return with(copy -> copy.trust = trust);
    }

    public @Nullable Instant expiresAt() {
        return expiresAt;
    }

    /** Sets the end of the fact, see {@link Entry#expiresAt}; ahead of the clock. Null: that of the present fact of the same id, else none. */
    public NewFact expiresAt(@Nullable Instant expiresAt) {
        return with(copy -> copy.expiresAt = expiresAt);
    }

    @Override
    protected void check() {
        ArgumentChecks.optionalId("fact id", id);
        ArgumentChecks.filled("subject", subject);
        ArgumentChecks.filled("predicate", predicate);
        ArgumentChecks.filled("object", object);
        SizeLimits.fact(subject, predicate, object, origin);
        SizeLimits.statement(statement);
        ArgumentChecks.confidence(confidence);
        validFrom = SizeLimits.time("validFrom", validFrom);
        validUntil = SizeLimits.time("validUntil", validUntil);
        recordedAt = SizeLimits.time("recordedAt", recordedAt);
        sources = ArgumentChecks.list("sources", sources);
        NullChecks.present("method", method);
        if (validFrom != null && validUntil != null && validUntil.isBefore(validFrom)) {
            throw new IllegalArgumentException("validUntil is " + validUntil + ", before validFrom " + validFrom
                    + "; a fact ends after it begins, or leave validUntil out");
        }
        expiresAt = SizeLimits.time("expiresAt", expiresAt);
    }

    @Override
    protected @Nullable Object[] parts() {
        return new @Nullable Object[] {
            "id", id,
            "subject", subject,
            "predicate", predicate,
            "object", object,
            "confidence", confidence,
            "validFrom", validFrom,
            "validUntil", validUntil,
            "recordedAt", recordedAt,
            "sources", sources,
            "singleValued", singleValued,
            "method", method,
            "statement", statement,
            "origin", origin,
            "trust", trust,
            "expiresAt", expiresAt
        };
    }
}
