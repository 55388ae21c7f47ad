package dev.daybook.chroma;

import dev.daybook.codec.EntryCodec;
import dev.daybook.data.Entry;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.Stored;
import dev.daybook.words.TermRecord;
import java.time.Instant;
import java.util.Map;

/** Converts between puts and stored entries. */
final class Entries {

    private Entries() {}

    /** Returns a put as a stored version with position 1. */
    static Stored unplaced(Put put) {
        return new Stored(put.key(), 1, 1, put.session(), put.time(), put.recorded(), put.status(), put.body());
    }

    /** Returns the put of a foreign entry, with its term record. */
    static Put put(Entry entry, Instant recorded) {
        return new Put(
                new Key(entry.kind(), entry.id()),
                entry.session(),
                entry.occurredAt().toInstant(),
                recorded,
                Put.LIVE,
                EntryCodec.encode(entry),
                Map.of(TermRecord.SIDECAR, TermRecord.of(entry).encode()),
                Put.ANY);
    }
}
