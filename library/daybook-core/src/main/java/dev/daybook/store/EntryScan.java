package dev.daybook.store;

import dev.daybook.internal.checks.EncodableText;
import dev.daybook.model.Kind;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A filter and order for reading versions of entries. All conditions must hold.
 *
 * @param kinds the kinds; never empty
 * @param session the session; null: any or none
 * @param from the earliest event time; null: no bound
 * @param to the latest event time, inclusive; null: no bound
 * @param statuses the statuses; empty: any
 * @param versions the versions to read: current, all, or as of a time
 * @param positions the positions to read. A scan by position reads no entry outside them, so that the entries next to a
 *     known one cost the range and not the session
 * @param order the order; versions of one entry come oldest first
 * @param cursor the end of the previous page of the same scan; null: the beginning
 * @param limit the page size, at least 1; a page of large entries may end earlier, with a cursor
 */
public record EntryScan(
        Set<Kind> kinds,
        @Nullable String session,
        @Nullable Instant from,
        @Nullable Instant to,
        Set<String> statuses,
        Versions versions,
        Positions positions,
        Order order,
        @Nullable String cursor,
        int limit) {

    public EntryScan {
        if (session != null) {
            EncodableText.check("session", session);
        }
        kinds = Set.copyOf(kinds);
        statuses = Set.copyOf(statuses);
        if (kinds.isEmpty()) {
            throw new IllegalArgumentException("scan has no kinds; name at least one");
        }
        boolean byPosition = order == Order.OLDEST_POSITION || order == Order.NEWEST_POSITION;
        if (byPosition && kinds.size() > 1) {
            throw new IllegalArgumentException(
                    "scan by position names the kinds " + kinds + "; positions count per kind, so name one");
        }
        if (limit < 1) {
            throw new IllegalArgumentException("scan limit is " + limit + "; use at least 1");
        }
    }

    /** Creates a scan of any positions. */
    public EntryScan(
            Set<Kind> kinds,
            @Nullable String session,
            @Nullable Instant from,
            @Nullable Instant to,
            Set<String> statuses,
            Versions versions,
            Order order,
            @Nullable String cursor,
            int limit) {
        this(kinds, session, from, to, statuses, versions, Positions.ALL, order, cursor, limit);
    }

    /**
     * The order of a scan. Ties in time are ordered by position in the same direction. A scan by position has one kind.
     */
    public enum Order {
        OLDEST_POSITION,
        NEWEST_POSITION,
        OLDEST_TIME,
        NEWEST_TIME
    }

    /**
     * The versions of an entry to read.
     *
     * @param all whether to read every version, including history
     * @param asOf reads the last version recorded at or before this time (point-in-time query); null (and not all): the
     *     current one
     */
    public record Versions(boolean all, @Nullable Instant asOf) {
        public static final Versions CURRENT = new Versions(false, null);
        public static final Versions ALL = new Versions(true, null);

        public static Versions asOf(Instant asOf) {
            return new Versions(false, asOf);
        }
    }

    /**
     * A range of positions.
     *
     * @param first the lowest position
     * @param last the highest position, inclusive; the range is empty if it is below the first
     */
    public record Positions(long first, long last) {
        public static final Positions ALL = new Positions(0, Long.MAX_VALUE);

        boolean contains(long position) {
            return position >= first && position <= last;
        }
    }

    /** Creates a scan of all current entries of a kind, in order of position. */
    public static EntryScan of(Kind kind) {
        return new EntryScan(
                Set.of(kind), null, null, null, Set.of(), Versions.CURRENT, Order.OLDEST_POSITION, null, 1_000);
    }

    public EntryScan inSession(@Nullable String session) {
        return new EntryScan(kinds, session, from, to, statuses, versions, positions, order, cursor, limit);
    }

    public EntryScan between(@Nullable Instant from, @Nullable Instant to) {
        return new EntryScan(kinds, session, from, to, statuses, versions, positions, order, cursor, limit);
    }

    public EntryScan versions(Versions versions) {
        return new EntryScan(kinds, session, from, to, statuses, versions, positions, order, cursor, limit);
    }

    public EntryScan positions(long first, long last) {
        return new EntryScan(
                kinds, session, from, to, statuses, versions, new Positions(first, last), order, cursor, limit);
    }

    public EntryScan order(Order order) {
        return new EntryScan(kinds, session, from, to, statuses, versions, positions, order, cursor, limit);
    }

    public EntryScan after(@Nullable String cursor) {
        return new EntryScan(kinds, session, from, to, statuses, versions, positions, order, cursor, limit);
    }

    public EntryScan limit(int limit) {
        return new EntryScan(kinds, session, from, to, statuses, versions, positions, order, cursor, limit);
    }

    /** Returns whether the order is by position. */
    public boolean isByPosition() {
        return order == Order.OLDEST_POSITION || order == Order.NEWEST_POSITION;
    }

    /** Returns whether the order is oldest first. */
    public boolean isOldestFirst() {
        return order == Order.OLDEST_POSITION || order == Order.OLDEST_TIME;
    }

    /** Tests a version for kind, session, time, status and position. The choice among the versions of an entry is not tested. */
    public boolean accepts(StoredEntry version) {
        return kinds.contains(version.key().kind())
                && positions.contains(version.position())
                && (session == null || session.equals(version.session()))
                && (from == null || !version.time().isBefore(from))
                && (to == null || !version.time().isAfter(to))
                && (statuses.isEmpty() || statuses.contains(version.status()));
    }
}
