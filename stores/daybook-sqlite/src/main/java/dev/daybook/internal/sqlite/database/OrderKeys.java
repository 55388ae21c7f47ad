package dev.daybook.internal.sqlite.database;

import dev.daybook.model.Kind;
import java.sql.SQLException;

/**
 * Packs the sort order of a table into its integer key. Such a key keeps the rows of a scope together, and records of
 * up to a page inside their page; WITHOUT ROWID would move anything longer than a quarter page to overflow pages.
 */
public final class OrderKeys {

    private static final int SCOPE_BITS = 24;
    private static final int REVISION_BITS = 39;
    private static final int KIND_BITS = 3;
    private static final int POSITION_BITS = REVISION_BITS - KIND_BITS;

    public static final long MAX_SCOPE = (1L << SCOPE_BITS) - 1;
    public static final long MAX_REVISION = (1L << REVISION_BITS) - 1;
    public static final long MAX_POSITION = (1L << POSITION_BITS) - 1;

    /** A power of two: as many entries are encrypted again when one of them is erased. */
    private static final long KEY_GROUP = 64;

    private static final Kind[] KINDS = Kind.values();

    private OrderKeys() {}

    /** Part of the file format; the compiler reports a missing kind. */
    public static int number(Kind kind) {
        return switch (kind) {
            case EPISODE -> 0;
            case BLOCK -> 1;
            case FACT -> 2;
            case NOTE -> 3;
            case SUMMARY -> 4;
        };
    }

    public static Kind kind(long number) throws SQLException {
        for (Kind kind : KINDS) {
            if (number(kind) == number) {
                return kind;
            }
        }
        throw new DamagedRecord("an entry of the unknown kind " + number);
    }

    public static long entry(long scope, Kind kind, long position) throws DamagedRecord {
        return entry(scope, number(kind), position);
    }

    static long entry(long scope, long kind, long position) throws DamagedRecord {
        return scope << REVISION_BITS | kind << POSITION_BITS | within("position", position, MAX_POSITION);
    }

    public static long revision(long scope, long revision) throws SQLException {
        return scope << REVISION_BITS | within("revision", revision, MAX_REVISION);
    }

    /** Returns whether a place is that of an entry; also a position that is none may be asked for. */
    public static boolean isPlace(long place, long scope, Kind kind, long position) {
        return position >= 0
                && position <= MAX_POSITION
                && place == (scope << REVISION_BITS | (long) number(kind) << POSITION_BITS | position);
    }

    /** Returns the position in a place. */
    public static long position(long place) {
        return place & MAX_POSITION;
    }

    /** Returns the columns scope, kind and position in SQL, as they are in the place of a row. */
    public static String columnsOfPlace() {
        return "place >> " + REVISION_BITS + ", place >> " + POSITION_BITS + " & " + ((1 << KIND_BITS) - 1)
                + ", place & " + MAX_POSITION;
    }

    /** Returns the first place of the group of consecutive positions that share a key. */
    public static long groupBegin(long place) {
        return place & -KEY_GROUP;
    }

    /** Returns the last place of the group of consecutive positions that share a key. */
    public static long groupEnd(long place) {
        return place | KEY_GROUP - 1;
    }

    /** Returns the lower bound of a scope's keys; no row has it. */
    public static long first(long scope) {
        return scope << REVISION_BITS;
    }

    /** Returns the upper bound of a scope's keys. */
    public static long last(long scope) {
        return scope << REVISION_BITS | MAX_REVISION;
    }

    public static long scope(long place) {
        return place >> REVISION_BITS;
    }

    public static long revision(long revisionKey) {
        return revisionKey & MAX_REVISION;
    }

    private static long within(String what, long number, long max) throws DamagedRecord {
        if (number < 0 || number > max) {
            throw new DamagedRecord("the " + what + " " + number + ", which is more than " + max);
        }
        return number;
    }
}
