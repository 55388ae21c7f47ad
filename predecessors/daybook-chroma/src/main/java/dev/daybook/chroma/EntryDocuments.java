package dev.daybook.chroma;

import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.model.Entry;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.util.Map;

/** Converts between puts and stored entries. */
final class EntryDocuments {

    private EntryDocuments() {}

    /** Returns a put as a stored version with position 1. */
    static StoredEntry unplaced(EntryPut put) {
        return new StoredEntry(put.key(), 1, 1, put.session(), put.time(), put.recorded(), put.status(), put.body());
    }

    /** Returns the put of a foreign entry, with its term record. */
    static EntryPut put(Entry entry, Instant recorded) {
        return new EntryPut(
                new EntryKey(entry.kind(), entry.id()),
                entry.session(),
                entry.occurredAt().toInstant(),
                recorded,
                EntryPut.LIVE,
                EntryCodec.encode(entry),
                Map.of(TermRecord.SIDECAR, TermRecord.of(entry).encode()),
                EntryPut.ANY);
    }
}
