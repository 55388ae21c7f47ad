package dev.daybook.internal.codec;

import dev.daybook.model.Fact;
import dev.daybook.model.SummaryMethod;
import dev.daybook.store.Blob;
import dev.daybook.store.StoredEntry;

/**
 * Encodes facts as bodies of stored entries. The recording time of the fact is part of the body: the store's column has
 * that of the version, which is later if the fact was ended.
 */
final class FactCodec {

    private FactCodec() {}

    static Blob encode(Fact fact) {
        ByteWriter out = new ByteWriter().octet(EntryBody.PLAIN);
        EntryBody.offset(out, fact.validFrom());
        EntryBody.time(out, fact.validUntil());
        out.optionalText(fact.supersededBy());
        EntryBody.time(out, fact.recordedAt());
        out.text(fact.subject()).text(fact.predicate()).text(fact.object()).decimal(fact.confidence());
        EntryBody.refs(out, fact.sources());
        out.text(fact.method().label());
        EntryBody.provenance(out, fact.provenance());
        return out.toBlob();
    }

    static Fact decode(StoredEntry stored) {
        ByteReader in = new ByteReader(stored.body());
        return EntryBody.read(in, () -> {
            var validFrom = EntryBody.offset(in, stored.time());
            var validUntil = EntryBody.optionalTime(in);
            var supersededBy = in.optionalText();
            var recordedAt = EntryBody.time(in);
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
                    EntryBody.refs(in),
                    SummaryMethod.of(in.text()),
                    EntryBody.provenance(in, stored));
        });
    }
}
