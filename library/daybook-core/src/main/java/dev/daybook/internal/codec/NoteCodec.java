package dev.daybook.internal.codec;

import dev.daybook.model.Note;
import dev.daybook.model.SummaryMethod;
import dev.daybook.store.Blob;
import dev.daybook.store.StoredEntry;

/** Encodes notes as bodies of stored entries. */
final class NoteCodec {

    private NoteCodec() {}

    static Blob encode(Note note) {
        ByteWriter out = new ByteWriter().octet(EntryBody.PLAIN);
        EntryBody.offset(out, note.occurredAt());
        EntryBody.offset(out, note.recordedAt());
        out.text(note.text());
        EntryBody.refs(out, note.supersedes());
        EntryBody.refs(out, note.supersededBy());
        EntryBody.refs(out, note.sources());
        out.text(note.method().label());
        EntryBody.provenance(out, note.provenance());
        return out.toBlob();
    }

    static Note decode(StoredEntry stored) {
        ByteReader in = new ByteReader(stored.body());
        return EntryBody.read(in, () -> {
            var occurredAt = EntryBody.offset(in, stored.time());
            var recordedAt = EntryBody.offset(in, stored.recorded());
            return new Note(
                    stored.key().id(),
                    in.text(),
                    occurredAt,
                    recordedAt,
                    EntryBody.refs(in),
                    EntryBody.refs(in),
                    EntryBody.refs(in),
                    SummaryMethod.of(in.text()),
                    EntryBody.provenance(in, stored));
        });
    }
}
