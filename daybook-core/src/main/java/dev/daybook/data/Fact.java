package dev.daybook.data;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that is or was so: subject, predicate, object. It knows two times: from when to when it was true in the
 * world, and since when the memory knows it. A fact is never overwritten: one that no longer holds is closed.
 *
 * @param id unique in its scope
 * @param confidence how sure it is, 0 to 1
 * @param validFrom since when it is true
 * @param validUntil until when, exclusive; null: it still is
 * @param supersededBy the id of the fact that ended it, in the same scope; null: none did
 * @param recordedAt when it was learnt; closing it later does not change that
 * @param sources what it was taken from; empty if a caller asserted it without
 */
public record Fact(
        String id,
        long position,
        long revision,
        String subject,
        String predicate,
        String object,
        double confidence,
        OffsetDateTime validFrom,
        @Nullable OffsetDateTime validUntil,
        @Nullable String supersededBy,
        OffsetDateTime recordedAt,
        List<Ref> sources,
        Method method,
        Origin origin,
        Trust trust)
        implements Entry {

    public Fact {
        Require.id("fact id", id);
        Require.text("subject", subject);
        Require.text("predicate", predicate);
        Require.text("object", object);
        Require.confidence(confidence);
        validFrom = Require.time("validFrom", validFrom);
        validUntil = Require.optionalTime("validUntil", validUntil);
        Require.optionalId("supersededBy", supersededBy);
        recordedAt = Require.time("recordedAt", recordedAt);
        sources = Require.list("sources", sources);
        Require.present("method", method);
        Require.present("origin", origin);
        Require.present("trust", trust);
    }

    /** None: it belongs to the scope as a whole. */
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

    /** The same at another place and version, as a store gives them. */
    public Fact at(long position, long revision) {
        return new Fact(
                id,
                position,
                revision,
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
                origin,
                trust);
    }

    /** The same, true only until a time. */
    public Fact until(@Nullable OffsetDateTime end, @Nullable String supersededBy) {
        return new Fact(
                id,
                position,
                revision,
                subject,
                predicate,
                object,
                confidence,
                validFrom,
                end,
                supersededBy,
                recordedAt,
                sources,
                method,
                origin,
                trust);
    }

    /** Whether it was true in the world at a time. */
    public boolean isValidAt(OffsetDateTime time) {
        return !validFrom.isAfter(time) && (validUntil == null || time.isBefore(validUntil));
    }

    /** Subject, predicate and object, with a space between: what is searched. */
    public String statement() {
        return subject + " " + predicate + " " + object;
    }

    /** The statement, how sure it is, and when it ended: {@code user likes tea [confidence 0.46] (until TIME)}. */
    @Override
    public String text() {
        // Of the number as it is in memory, a tie to the even digit: as Python rounds, and not as Formatter does.
        BigDecimal rounded = new BigDecimal(confidence).setScale(2, RoundingMode.HALF_EVEN);
        String text = statement() + " [confidence " + rounded + "]";
        return validUntil == null ? text : text + " (until " + Times.text(validUntil) + ")";
    }
}
