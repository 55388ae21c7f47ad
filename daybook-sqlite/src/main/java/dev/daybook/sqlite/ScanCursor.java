package dev.daybook.sqlite;

import dev.daybook.data.Kind;
import dev.daybook.spi.Stored;

/**
 * Where a version stands in a scan. No two versions of a scope stand in the same place, so what is written between two
 * pages moves nothing.
 */
record ScanCursor(long time, long position, int kind, long contentRevision) {

    static ScanCursor of(Stored version) {
        return new ScanCursor(
                Times.micros(version.time()),
                version.position(),
                Places.number(version.key().kind()),
                version.contentRevision());
    }

    static ScanCursor parse(String text) {
        String[] parts = text.split(" ", -1);
        try {
            return new ScanCursor(
                    Long.parseLong(parts[0]),
                    Long.parseLong(parts[1]),
                    Places.number(Kind.valueOf(parts[2])),
                    Long.parseLong(parts[3]));
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("cursor is '" + text + "'; give back one that a scan answered", e);
        }
    }

    static String text(Stored version) {
        return Times.micros(version.time()) + " " + version.position() + " "
                + version.key().kind() + " " + version.contentRevision();
    }
}
