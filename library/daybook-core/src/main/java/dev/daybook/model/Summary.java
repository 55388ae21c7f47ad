package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.EnumLabels;
import dev.daybook.internal.checks.NullChecks;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.IsoFields;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A text that condenses many entries, with references to exactly these entries.
 *
 * @param id unique in its scope
 * @param level the size of the part that is summarized
 * @param session the summarized session; null unless the level is a session
 * @param period the day, week or month: {@code 2026-01-31}, {@code 2026-W05}, {@code 2026-01}; of a session in the
 *     bank, the day of its last turn, or empty; null if it has none
 * @param text the summary itself
 * @param tokens the length of the text in tokens
 * @param sourceCount the number of summarized messages; in the bank, of summarized turns
 * @param upTo the position of the last summarized episode; 0 if it covers no episode, or several sessions
 * @param lastSourceAt the time of the last summarized entry, or null
 * @param covers the summarized entries
 * @param state whether the summary is in use
 * @param method how the text was derived
 * @param createdAt when its first version was recorded
 * @param updatedAt when this version was recorded
 * @param provenance position, revision, origin, trust and end
 */
public record Summary(
        String id,
        Level level,
        @Nullable String session,
        @Nullable String period,
        String text,
        int tokens,
        int sourceCount,
        long upTo,
        @Nullable OffsetDateTime lastSourceAt,
        List<EntryRef> covers,
        State state,
        SummaryMethod method,
        OffsetDateTime createdAt,
        OffsetDateTime updatedAt,
        Provenance provenance)
        implements Entry {

    public Summary {
        ArgumentChecks.id("summary id", id);
        NullChecks.present("level", level);
        ArgumentChecks.optionalId("session", session);
        ArgumentChecks.optionalText("period", period);
        ArgumentChecks.text("summary text", text);
        lastSourceAt = ArgumentChecks.optionalTime("lastSourceAt", lastSourceAt);
        covers = ArgumentChecks.list("covers", covers);
        NullChecks.present("state", state);
        NullChecks.present("method", method);
        createdAt = ArgumentChecks.time("createdAt", createdAt);
        updatedAt = ArgumentChecks.time("updatedAt", updatedAt);
        NullChecks.present("provenance", provenance);
    }

    /** Returns a copy in another state, recorded at a time. */
    public Summary in(State state, OffsetDateTime updatedAt) {
        return copy(session, text, tokens, upTo, covers, state, method, updatedAt, provenance);
    }

    /** Returns a copy with another text of a length in tokens, recorded at a time. */
    public Summary saying(String text, int tokens, SummaryMethod method, OffsetDateTime updatedAt) {
        return copy(session, text, tokens, upTo, covers, state, method, updatedAt, provenance);
    }

    /** Returns a copy with another session. */
    public Summary withSession(@Nullable String session) {
        return copy(session, text, tokens, upTo, covers, state, method, updatedAt, provenance);
    }

    /** Returns a copy with another last position. */
    public Summary withUpTo(long upTo) {
        return copy(session, text, tokens, upTo, covers, state, method, updatedAt, provenance);
    }

    /** Returns a copy with other summarized entries. */
    public Summary withCovers(List<EntryRef> covers) {
        return copy(session, text, tokens, upTo, covers, state, method, updatedAt, provenance);
    }

    @Override
    public Summary withProvenance(Provenance provenance) {
        return copy(session, text, tokens, upTo, covers, state, method, updatedAt, provenance);
    }

    private Summary copy(
            @Nullable String session,
            String text,
            int tokens,
            long upTo,
            List<EntryRef> covers,
            State state,
            SummaryMethod method,
            OffsetDateTime updatedAt,
            Provenance provenance) {
        return new Summary(
                id,
                level,
                session,
                period,
                text,
                tokens,
                sourceCount,
                upTo,
                lastSourceAt,
                covers,
                state,
                method,
                createdAt,
                updatedAt,
                provenance);
    }

    @Override
    public Kind kind() {
        return Kind.SUMMARY;
    }

    /** Returns the time of the last summarized entry, or else the time of this version. */
    @Override
    public OffsetDateTime occurredAt() {
        return lastSourceAt == null ? updatedAt : lastSourceAt;
    }

    @Override
    public OffsetDateTime recordedAt() {
        return updatedAt;
    }

    /** The sizes of a summarized part, from the smallest to the largest. */
    public enum Level {
        SESSION(DateTimeFormatter.ISO_LOCAL_DATE),
        DAY(DateTimeFormatter.ISO_LOCAL_DATE),
        WEEK(new DateTimeFormatterBuilder()
                .appendValue(IsoFields.WEEK_BASED_YEAR, 4)
                .appendLiteral("-W")
                .appendValue(IsoFields.WEEK_OF_WEEK_BASED_YEAR, 2)
                .toFormatter(Locale.ROOT)),
        MONTH(DateTimeFormatter.ofPattern("uuuu-MM", Locale.ROOT));

        private final DateTimeFormatter period;

        Level(DateTimeFormatter period) {
            this.period = period;
        }

        /**
         * Returns the period of this level around a time, in UTC: {@code 2026-01-31}, {@code 2026-W05} (the year and
         * week of ISO 8601, so 30 December 2024 is in {@code 2025-W01}), {@code 2026-01}; for a session, the day.
         */
        public String period(OffsetDateTime time) {
            return period.format(NullChecks.present("time", time).withOffsetSameInstant(ZoneOffset.UTC));
        }

        /** Returns the name of the level in JSON and on the command line: {@code session}, {@code day}, … */
        public String label() {
            return EnumLabels.label(this);
        }

        /**
         * Reads a {@link #label()}.
         *
         * @throws IllegalArgumentException if no such level exists; the message lists the names
         */
        public static Level of(String label) {
            return EnumLabels.read("level", values(), label);
        }
    }

    /** The states of a summary; in every state it stays readable. */
    public enum State {
        /** In use. */
        LIVE,
        /** Replaced by the digest that covers it. */
        FOLDED,
        /** Left out: the bank exceeded its budget. */
        DROPPED;

        /**
         * Returns the name of the state in JSON and on the command line: {@code live}, {@code folded}, {@code dropped}.
         */
        public String label() {
            return EnumLabels.label(this);
        }

        /**
         * Reads a {@link #label()}.
         *
         * @throws IllegalArgumentException if no such state exists; the message lists the names
         */
        public static State of(String label) {
            return EnumLabels.read("summary state", values(), label);
        }
    }
}
