package dev.daybook.internal.codec;

import dev.daybook.model.Summary;
import dev.daybook.model.SummaryMethod;
import dev.daybook.store.Blob;
import dev.daybook.store.StoredEntry;

/** Encodes summaries as bodies of stored entries. */
final class SummaryCodec {

    private SummaryCodec() {}

    static Blob encode(Summary summary) {
        ByteWriter out = EntryBody.begin(new ByteWriter(), EntryBody.PLAIN, summary);
        EntryBody.offset(out, summary.updatedAt());
        EntryBody.time(out, summary.createdAt());
        EntryBody.time(out, summary.lastSourceAt());
        out.text(summary.level().label())
                .optionalText(summary.period())
                .text(summary.text())
                .number(summary.tokens())
                .number(summary.sourceCount())
                .number(summary.upTo());
        EntryBody.refs(out, summary.covers());
        out.text(summary.state().label()).text(summary.method().label());
        EntryBody.provenance(out, summary.provenance());
        return out.toBlob();
    }

    static Summary decode(StoredEntry stored) {
        ByteReader in = new ByteReader(stored.body());
        return EntryBody.read(in, () -> {
            var updatedAt = EntryBody.offset(in, stored.recorded());
            var createdAt = EntryBody.time(in);
            var lastSourceAt = EntryBody.optionalTime(in);
            return new Summary(
                    stored.key().id(),
                    Summary.Level.of(in.text()),
                    stored.session(),
                    in.optionalText(),
                    in.text(),
                    Math.toIntExact(in.number()),
                    Math.toIntExact(in.number()),
                    in.number(),
                    lastSourceAt,
                    EntryBody.refs(in),
                    Summary.State.of(in.text()),
                    SummaryMethod.of(in.text()),
                    createdAt,
                    updatedAt,
                    EntryBody.provenance(in, stored));
        });
    }
}
