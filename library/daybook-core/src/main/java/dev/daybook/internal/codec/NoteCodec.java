package dev.daybook.internal.codec;

import dev.daybook.model.Note;
import dev.daybook.model.SummaryMethod;
import dev.daybook.store.Blob;
import dev.daybook.store.StoredEntry;

/** Encodes notes as bodies of stored entries. Form 2 is that of a note with a due time, which stands last. */
final class NoteCodec {

    private static final int DUE = 2;

    private NoteCodec() {}

    static Blob encode(Note note) {
        ByteWriter out = EntryBody.begin(new ByteWriter(), note.dueAt() == null ? EntryBody.PLAIN : DUE, note);
        EntryBody.offset(out, note.occurredAt());
        EntryBody.offset(out, note.recordedAt());
        out.text(note.text());
        EntryBody.refs(out, note.supersedes());
        EntryBody.refs(out, note.supersededBy());
        EntryBody.refs(out, note.sources());
        out.text(note.method().label());
        EntryBody.provenance(out, note.provenance());
        if (note.dueAt() != null) {
            EntryBody.time(out, note.dueAt());
        }
        return out.toBlob();
    }

    static boolean hasDueTime(Blob body) {
        return EntryBody.form(body) == DUE;
    }

    static Note decode(StoredEntry stored) {
        ByteReader in = new ByteReader(stored.body());
        return EntryBody.read(in, DUE, form -> {
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
                    EntryBody.provenance(in, stored),
                    form == DUE ? EntryBody.time(in) : null);
        });
    }
}
