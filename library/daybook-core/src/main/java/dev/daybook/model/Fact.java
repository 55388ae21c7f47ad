package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.checks.TimeText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bitemporal statement of subject, predicate and object. Its valid time is the interval in which it is true in the
 * world; its recorded time is the time at which the memory learned it. A fact is never overwritten: a fact that no
 * longer holds is closed.
 *
 * @param id unique in its scope
 * @param subject the entity that the fact is about
 * @param predicate the relation
 * @param object the value of the relation
 * @param confidence the probability that the fact is true, 0 to 1
 * @param validFrom the start of the valid time
 * @param validUntil the end of the valid time, exclusive; null: still valid
 * @param supersededBy the id of the fact in the same scope that closed this one, or null
 * @param recordedAt when the fact was learned; closing the fact later does not change it
 * @param sources the entries that the fact was derived from; empty if a caller asserted it without
 * @param method how the fact was derived
 * @param provenance position, revision, origin, trust and end
 * @param statement the sentence that it was stated in, with its messages; null for a triple without a sentence
 * @param assertion how the fact was stated, if its end, its sources or its relation differ from what is shown; null: it
 *     was stated as it is shown
 */
public record Fact(
        String id,
        String subject,
        String predicate,
        String object,
        double confidence,
        OffsetDateTime validFrom,
        @Nullable OffsetDateTime validUntil,
        @Nullable String supersededBy,
        OffsetDateTime recordedAt,
        List<EntryRef> sources,
        SummaryMethod method,
        Provenance provenance,
        @Nullable Statement statement,
        @Nullable Assertion assertion)
        implements Entry {

    /**
     * The form in which a fact was stated, beside what the timeline of its subject and relation makes of it.
     *
     * @param until the stated end; null: none was stated
     * @param singleValued whether the subject has one such object at a time
     * @param sources the number of sources of the statement itself; those after them state the same again
     */
    public record Assertion(@Nullable OffsetDateTime until, boolean singleValued, int sources) {

        public Assertion {
            until = ArgumentChecks.optionalTime("until", until);
            if (sources < 0) {
                throw new IllegalArgumentException("sources is " + sources + "; give the number of own sources");
            }
        }
    }

    public Fact {
        ArgumentChecks.id("fact id", id);
        ArgumentChecks.text("subject", subject);
        ArgumentChecks.text("predicate", predicate);
        ArgumentChecks.text("object", object);
        ArgumentChecks.confidence(confidence);
        validFrom = ArgumentChecks.time("validFrom", validFrom);
        validUntil = ArgumentChecks.optionalTime("validUntil", validUntil);
        ArgumentChecks.optionalId("supersededBy", supersededBy);
        recordedAt = ArgumentChecks.time("recordedAt", recordedAt);
        sources = ArgumentChecks.list("sources", sources);
        NullChecks.present("method", method);
        NullChecks.present("provenance", provenance);
    }

    /** Creates a triple without a sentence, stated as it is shown. */
    public Fact(
            String id,
            String subject,
            String predicate,
            String object,
            double confidence,
            OffsetDateTime validFrom,
            @Nullable OffsetDateTime validUntil,
            @Nullable String supersededBy,
            OffsetDateTime recordedAt,
            List<EntryRef> sources,
            SummaryMethod method,
            Provenance provenance) {
        this(
                id,
                subject,
                predicate,
                object,
                confidence,
                validFrom,
                validUntil,
                supersededBy,
                recordedAt,
                sources,
                method,
                provenance,
                null,
                null);
    }

    /** Returns null: a fact belongs to the whole scope. */
    @Override
    public @Nullable String session() {
        return null;
    }

    @Override
    public Kind kind() {
        return Kind.FACT;
    }

    @Override
    public OffsetDateTime occurredAt() {
        return validFrom;
    }

    /** Returns a copy that is closed at a time by another fact, or open again if both are null. */
    public Fact until(@Nullable OffsetDateTime end, @Nullable String supersededBy) {
        return copy(subject, predicate, object, end, supersededBy, sources, provenance, statement, assertion);
    }

    /** Returns a copy with another subject, predicate and object. */
    public Fact withTriple(String subject, String predicate, String object) {
        return copy(subject, predicate, object, validUntil, supersededBy, sources, provenance, statement, assertion);
    }

    /** Returns a copy with another statement. */
    public Fact withStatement(@Nullable Statement statement) {
        return copy(subject, predicate, object, validUntil, supersededBy, sources, provenance, statement, assertion);
    }

    /** Returns a copy with other sources. Its statement refers to the messages of these sources only. */
    public Fact withSources(List<EntryRef> sources) {
        Statement within = statement == null ? null : statement.within(sources);
        Assertion all =
                assertion == null ? null : new Assertion(assertion.until, assertion.singleValued, sources.size());
        return copy(subject, predicate, object, validUntil, supersededBy, sources, provenance, within, all);
    }

    @Override
    public Fact withProvenance(Provenance provenance) {
        return copy(subject, predicate, object, validUntil, supersededBy, sources, provenance, statement, assertion);
    }

    private Fact copy(
            String subject,
            String predicate,
            String object,
            @Nullable OffsetDateTime validUntil,
            @Nullable String supersededBy,
            List<EntryRef> sources,
            Provenance provenance,
            @Nullable Statement statement,
            @Nullable Assertion assertion) {
        return new Fact(
                id,
                subject,
                predicate,
                object,
                confidence,
                validFrom,
                validUntil,
                supersededBy,
                recordedAt,
                sources,
                method,
                provenance,
                statement,
                assertion);
    }

    /** Returns a copy that was stated in another way than it is shown; null: as it is shown. */
    public Fact asserted(@Nullable Assertion assertion) {
        return copy(subject, predicate, object, validUntil, supersededBy, sources, provenance, statement, assertion);
    }

    /** Returns the end that was stated; null: none was, although another fact may have ended this one. */
    public @Nullable OffsetDateTime statedUntil() {
        return assertion != null ? assertion.until : supersededBy == null ? validUntil : null;
    }

    /** Returns whether the subject was stated to have one such object at a time; true if nothing says so. */
    public boolean isStatedSingleValued() {
        return assertion == null || assertion.singleValued;
    }

    /** Returns the sources of the statement itself, without those that state the same again. */
    public List<EntryRef> ownSources() {
        return assertion == null ? sources : sources.subList(0, Math.min(assertion.sources, sources.size()));
    }

    /** Returns the fact as it was stated: with its own end and its own sources. */
    public Fact asStated() {
        return copy(subject, predicate, object, statedUntil(), null, ownSources(), provenance, statement, null);
    }

    /** Returns whether the fact is true in the world at a time. */
    public boolean isValidAt(Instant time) {
        return !validFrom.toInstant().isAfter(time) && (validUntil == null || time.isBefore(validUntil.toInstant()));
    }

    /**
     * Returns the sentence of the statement, or subject, predicate and object, separated by spaces: the text that
     * keyword and semantic search index.
     */
    public String sentence() {
        return statement == null ? triple() : statement.sentence();
    }

    /** Returns subject, predicate and object, separated by spaces. */
    public String triple() {
        return subject + " " + predicate + " " + object;
    }

    /**
     * Returns the sentence and its end, and the confidence of a triple without a sentence: {@code user likes tea
     * [confidence 0.46] (until TIME)}.
     */
    @Override
    public String text() {
        String text = statement == null ? triple() + " [confidence " + rounded() + "]" : statement.sentence();
        return validUntil == null ? text : text + " (until " + TimeText.text(validUntil) + ")";
    }

    private BigDecimal rounded() {
        // Of the number as it is in memory, a tie to the even digit: as Python rounds, and not as Formatter does.
        return new BigDecimal(confidence).setScale(2, RoundingMode.HALF_EVEN);
    }
}
