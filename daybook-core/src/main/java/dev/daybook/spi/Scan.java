package dev.daybook.spi;

import dev.daybook.data.Kind;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which versions of which entries to read, in which order. All conditions hold together.
 *
 * @param kinds of these kinds; never empty
 * @param session of this conversation; null: of any or none
 * @param from happened at this time or later; null: no bound
 * @param to happened at this time or earlier; null: no bound
 * @param statuses with one of these; empty: any
 * @param versions which versions
 * @param order the order; versions of one entry come oldest first
 * @param cursor where an earlier page of the same scan ended; null: the beginning
 * @param limit how many at the most, at least 1
 */
public record Scan(
        Set<Kind> kinds,
        @Nullable String session,
        @Nullable Instant from,
        @Nullable Instant to,
        Set<String> statuses,
        Versions versions,
        Order order,
        @Nullable String cursor,
        int limit) {

    public Scan {
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

    /** Equal times go by position, in the same direction. A scan in order of position is of one kind. */
    public enum Order {
        OLDEST_POSITION,
        NEWEST_POSITION,
        OLDEST_TIME,
        NEWEST_TIME
    }

    /**
     * Which versions of an entry.
     *
     * @param all whether to read every version, those in history too
     * @param asOf read the last version recorded at this time or earlier; null (and not all): the current one
     */
    public record Versions(boolean all, @Nullable Instant asOf) {
        public static final Versions CURRENT = new Versions(false, null);
        public static final Versions ALL = new Versions(true, null);

        public static Versions asOf(Instant asOf) {
            return new Versions(false, asOf);
        }
    }

    /** Everything current of a kind, in order of position. */
    public static Scan of(Kind kind) {
        return new Scan(Set.of(kind), null, null, null, Set.of(), Versions.CURRENT, Order.OLDEST_POSITION, null, 1_000);
    }

    public Scan inSession(@Nullable String session) {
        return new Scan(kinds, session, from, to, statuses, versions, order, cursor, limit);
    }

    public Scan between(@Nullable Instant from, @Nullable Instant to) {
        return new Scan(kinds, session, from, to, statuses, versions, order, cursor, limit);
    }

    public Scan versions(Versions versions) {
        return new Scan(kinds, session, from, to, statuses, versions, order, cursor, limit);
    }

    public Scan order(Order order) {
        return new Scan(kinds, session, from, to, statuses, versions, order, cursor, limit);
    }

    public Scan after(@Nullable String cursor) {
        return new Scan(kinds, session, from, to, statuses, versions, order, cursor, limit);
    }

    public Scan limit(int limit) {
        return new Scan(kinds, session, from, to, statuses, versions, order, cursor, limit);
    }
}
