package dev.daybook.codec;

import dev.daybook.data.Method;
import dev.daybook.data.Note;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Stored;

/** Encodes notes as bodies of stored entries. */
final class NoteCodec {

    private NoteCodec() {}

    static Blob encode(Note note) {
        ByteWriter out = new ByteWriter().octet(Body.PLAIN);
        Body.offset(out, note.occurredAt());
        Body.offset(out, note.recordedAt());
        out.text(note.text());
        Body.refs(out, note.supersedes());
        Body.refs(out, note.supersededBy());
        Body.refs(out, note.sources());
        out.text(note.method().label());
        Body.provenance(out, note.provenance());
        return out.toBlob();
    }

    static Note decode(Stored stored) {
        ByteReader in = new ByteReader(stored.body());
        return Body.read(in, () -> {
            var occurredAt = Body.offset(in, stored.time());
            var recordedAt = Body.offset(in, stored.recorded());
            return new Note(
                    stored.key().id(),
                    in.text(),
                    occurredAt,
                    recordedAt,
                    Body.refs(in),
                    Body.refs(in),
                    Body.refs(in),
                    Method.of(in.text()),
                    Body.provenance(in, stored));
        });
    }
}
