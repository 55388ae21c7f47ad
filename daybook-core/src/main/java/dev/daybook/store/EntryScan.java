package dev.daybook.store;

import dev.daybook.checks.EncodableText;
import dev.daybook.data.Kind;
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

    /** Creates a scan of all current entries of a kind, in order of position. */
    public static EntryScan of(Kind kind) {
        return new EntryScan(
                Set.of(kind), null, null, null, Set.of(), Versions.CURRENT, Order.OLDEST_POSITION, null, 1_000);
    }

    public EntryScan inSession(@Nullable String session) {
        return new EntryScan(kinds, session, from, to, statuses, versions, order, cursor, limit);
    }

    public EntryScan between(@Nullable Instant from, @Nullable Instant to) {
        return new EntryScan(kinds, session, from, to, statuses, versions, order, cursor, limit);
    }

    public EntryScan versions(Versions versions) {
        return new EntryScan(kinds, session, from, to, statuses, versions, order, cursor, limit);
    }

    public EntryScan order(Order order) {
        return new EntryScan(kinds, session, from, to, statuses, versions, order, cursor, limit);
    }

    public EntryScan after(@Nullable String cursor) {
        return new EntryScan(kinds, session, from, to, statuses, versions, order, cursor, limit);
    }

    public EntryScan limit(int limit) {
        return new EntryScan(kinds, session, from, to, statuses, versions, order, cursor, limit);
    }

    /** Tests a version for kind, session, time and status. The choice among the versions of an entry is not tested. */
    public boolean accepts(StoredEntry version) {
        return kinds.contains(version.key().kind())
                && (session == null || session.equals(version.session()))
                && (from == null || !version.time().isBefore(from))
                && (to == null || !version.time().isAfter(to))
                && (statuses.isEmpty() || statuses.contains(version.status()));
    }
}
