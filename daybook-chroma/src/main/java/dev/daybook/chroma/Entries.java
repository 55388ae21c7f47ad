package dev.daybook.chroma;

import dev.daybook.codec.EntryCodec;
import dev.daybook.data.Entry;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.Stored;
import dev.daybook.words.TermRecord;
import java.time.Instant;
import java.util.Map;

/** Entries as the library puts them. */
final class Entries {

    private Entries() {}

    /** What was put, as it would be read if it stood in the first place. */
    static Stored unplaced(Put put) {
        return new Stored(put.key(), 1, 1, put.session(), put.time(), put.recorded(), put.status(), put.body());
    }

    /** The put of an entry that another program wrote, with the words by which it is found. */
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
