package dev.daybook.sqlite;

import dev.daybook.spi.Stored;

/**
 * Where a version stands in a scan. No two versions of a scope stand in the same place, so what is written between two
 * pages moves nothing.
 *
 * @param seen how many came before and with it
 * @param epoch of the scope when the first page was read, by which it is known whether all that was seen is still there
 */
record ScanCursor(long time, long position, int kind, long contentRevision, long seen, long epoch) {

    static ScanCursor of(Stored version, long seen, long epoch) {
        return new ScanCursor(
                Times.micros(version.time()),
                version.position(),
                Places.number(version.key().kind()),
                version.contentRevision(),
                seen,
                epoch);
    }

    static ScanCursor parse(String text) {
        String[] parts = text.split(" ", -1);
        try {
            return new ScanCursor(
                    Long.parseLong(parts[0]),
                    Long.parseLong(parts[1]),
                    Integer.parseInt(parts[2]),
                    Long.parseLong(parts[3]),
                    Long.parseLong(parts[4]),
                    Long.parseLong(parts[5]));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("cursor is '" + text + "'; give back one that a scan answered", e);
        }
    }

    String text() {
        return time + " " + position + " " + kind + " " + contentRevision + " " + seen + " " + epoch;
    }
}
