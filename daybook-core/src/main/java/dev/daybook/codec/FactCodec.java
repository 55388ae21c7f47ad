package dev.daybook.codec;

import dev.daybook.data.Fact;
import dev.daybook.data.Method;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Stored;

/**
 * Encodes facts as bodies of stored entries. The recording time of the fact is part of the body: the store's column has that of the
 * version, which is later if the fact was ended.
 */
final class FactCodec {

    private FactCodec() {}

    static Blob encode(Fact fact) {
        ByteWriter out = new ByteWriter().octet(Body.PLAIN);
        Body.offset(out, fact.validFrom());
        Body.time(out, fact.validUntil());
        out.optionalText(fact.supersededBy());
        Body.time(out, fact.recordedAt());
        out.text(fact.subject()).text(fact.predicate()).text(fact.object()).decimal(fact.confidence());
        Body.refs(out, fact.sources());
        out.text(fact.method().label());
        Body.provenance(out, fact.provenance());
        return out.toBlob();
    }

    static Fact decode(Stored stored) {
        ByteReader in = new ByteReader(stored.body());
        return Body.read(in, () -> {
            var validFrom = Body.offset(in, stored.time());
            var validUntil = Body.optionalTime(in);
            var supersededBy = in.optionalText();
            var recordedAt = Body.time(in);
            return new Fact(
                    stored.key().id(),
                    in.text(),
                    in.text(),
                    in.text(),
                    in.decimal(),
                    validFrom,
                    validUntil,
                    supersededBy,
                    recordedAt,
                    Body.refs(in),
                    Method.of(in.text()),
                    Body.provenance(in, stored));
        });
    }
}
