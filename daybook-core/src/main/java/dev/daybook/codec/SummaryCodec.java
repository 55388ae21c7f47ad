package dev.daybook.codec;

import dev.daybook.data.Method;
import dev.daybook.data.Summary;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Stored;

/** Encodes summaries as bodies of stored entries. */
final class SummaryCodec {

    private SummaryCodec() {}

    static Blob encode(Summary summary) {
        ByteWriter out = new ByteWriter().octet(Body.PLAIN);
        Body.offset(out, summary.updatedAt());
        Body.time(out, summary.createdAt());
        Body.time(out, summary.lastSourceAt());
        out.text(summary.level().label())
                .optionalText(summary.period())
                .text(summary.text())
                .number(summary.tokens())
                .number(summary.sourceCount())
                .number(summary.upTo());
        Body.refs(out, summary.covers());
        out.text(summary.state().label()).text(summary.method().label());
        Body.provenance(out, summary.provenance());
        return out.toBlob();
    }

    static Summary decode(Stored stored) {
        ByteReader in = new ByteReader(stored.body());
        return Body.read(in, () -> {
            var updatedAt = Body.offset(in, stored.recorded());
            var createdAt = Body.time(in);
            var lastSourceAt = Body.optionalTime(in);
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
                    Body.refs(in),
                    Summary.State.of(in.text()),
                    Method.of(in.text()),
                    createdAt,
                    updatedAt,
                    Body.provenance(in, stored));
        });
    }
}
