package dev.daybook.data;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.IsoFields;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A text that stands for many entries, and says exactly for which.
 *
 * @param id unique in its scope
 * @param level what it stands for
 * @param session the conversation it stands for; null unless the level is a session
 * @param period the day, week or month: {@code 2026-01-31}, {@code 2026-W05}, {@code 2026-01}; of a session in the bank,
 *     the day of its last turn, or empty; null if it has none
 * @param tokens how many tokens the text has
 * @param sourceCount how many messages it stands for; in the bank, how many turns
 * @param upTo the position of the last episode it stands for; 0 if it stands for none or for several sessions
 * @param lastSourceAt when the last of what it stands for happened, or null
 * @param covers what it stands for
 * @param state whether it is in use
 * @param method how its text came to be
 * @param createdAt when it was first made
 * @param updatedAt when this version was written down
 */
public record Summary(
        String id,
        long position,
        long revision,
        Level level,
        @Nullable String session,
        @Nullable String period,
        String text,
        int tokens,
        int sourceCount,
        long upTo,
        @Nullable OffsetDateTime lastSourceAt,
        List<Ref> covers,
        State state,
        Method method,
        OffsetDateTime createdAt,
        OffsetDateTime updatedAt,
        Origin origin,
        Trust trust)
        implements Entry {

    public Summary {
        Require.id("summary id", id);
        Require.present("level", level);
        Require.optionalId("session", session);
        Require.optionalText("period", period);
        Require.text("summary text", text);
        lastSourceAt = Require.optionalTime("lastSourceAt", lastSourceAt);
        covers = Require.list("covers", covers);
        Require.present("state", state);
        Require.present("method", method);
        createdAt = Require.time("createdAt", createdAt);
        updatedAt = Require.time("updatedAt", updatedAt);
        Require.present("origin", origin);
        Require.present("trust", trust);
    }

    /** The same at another place and version, as a store gives them. */
    public Summary at(long position, long revision) {
        return new Summary(
                id,
                position,
                revision,
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
                origin,
                trust);
    }

    /** The same in another state, written down at a time. */
    public Summary in(State state, OffsetDateTime updatedAt) {
        return with(text, tokens, state, method, updatedAt);
    }

    /** The same with another text, written down at a time. */
    public Summary saying(String text, int tokens, Method method, OffsetDateTime updatedAt) {
        return with(text, tokens, state, method, updatedAt);
    }

    private Summary with(String text, int tokens, State state, Method method, OffsetDateTime updatedAt) {
        return new Summary(
                id,
                position,
                revision,
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
                origin,
                trust);
    }

    @Override
    public Kind kind() {
        return Kind.SUMMARY;
    }

    /** When the last of what it stands for happened, else when it was written. */
    @Override
    public OffsetDateTime occurredAt() {
        return lastSourceAt == null ? updatedAt : lastSourceAt;
    }

    @Override
    public OffsetDateTime recordedAt() {
        return updatedAt;
    }

    /** How much a summary stands for, from the smallest to the largest. */
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
         * The period of this level that a time lies in, in UTC: {@code 2026-01-31}, {@code 2026-W05} (the year and week of
         * ISO 8601, so 30 December 2024 is in {@code 2025-W01}), {@code 2026-01}. Of a session it is the day.
         */
        public String period(OffsetDateTime time) {
            return period.format(Require.present("time", time).withOffsetSameInstant(ZoneOffset.UTC));
        }

        /** The level as it is written outside Java: {@code session}, {@code day}, … */
        public String label() {
            return Labels.label(this);
        }

        /**
         * Reads a {@link #label()}.
         *
         * @throws IllegalArgumentException if there is no such level; the message lists those there are
         */
        public static Level of(String label) {
            return Labels.read("level", values(), label);
        }
    }

    /** Whether a summary is in use. One that is not stays readable. */
    public enum State {
        LIVE,
        /** A digest stands for it. */
        FOLDED,
        /** It did not fit into the budget. */
        DROPPED;

        /** The state as it is written outside Java: {@code live}, {@code folded}, {@code dropped}. */
        public String label() {
            return Labels.label(this);
        }

        /**
         * Reads a {@link #label()}.
         *
         * @throws IllegalArgumentException if there is no such state; the message lists those there are
         */
        public static State of(String label) {
            return Labels.read("summary state", values(), label);
        }
    }
}
