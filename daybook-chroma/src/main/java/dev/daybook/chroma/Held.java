package dev.daybook.chroma;

import dev.daybook.spi.Blob;
import dev.daybook.spi.Key;
import dev.daybook.spi.Row;
import dev.daybook.spi.Stored;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The index data of an entry in memory: its current version and the location of its row. Bodies and sidecars stay on the server.
 *
 * @param revision the revision of the last change
 * @param row the id of its row in its collection
 * @param past the content revisions of its earlier versions, oldest first
 */
record Held(
        Key key,
        long position,
        long revision,
        long contentRevision,
        @Nullable String session,
        Instant time,
        Instant recorded,
        String status,
        Shelf shelf,
        String row,
        List<Long> past) {

    Held {
        past = List.copyOf(past);
    }

    Held at(long newRevision) {
        return new Held(key, position, newRevision, contentRevision, session, time, recorded, status, shelf, row, past);
    }

    Held with(List<Long> earlier) {
        return new Held(key, position, revision, contentRevision, session, time, recorded, status, shelf, row, earlier);
    }

    /** Returns the past versions once this one is replaced. */
    List<Long> pastWithThis() {
        List<Long> longer = new ArrayList<>(past);
        longer.add(contentRevision);
        return longer;
    }

    Stored stored(Blob body) {
        return new Stored(key, position, contentRevision, session, time, recorded, status, body);
    }

    Row row(Map<String, Blob> sidecars) {
        return new Row(key, position, revision, contentRevision, session, time, status, sidecars);
    }
}
