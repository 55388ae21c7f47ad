package dev.daybook.internal.codec;

import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.GroundingClass;
import dev.daybook.model.MessageRef;
import dev.daybook.model.Provenance;
import dev.daybook.model.Statement;
import dev.daybook.model.StatementKind;
import dev.daybook.model.SummaryMethod;
import dev.daybook.store.Blob;
import dev.daybook.store.StoredEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes facts as bodies of stored entries. The recording time of the fact is part of the body: the store's column has
 * that of the version, which is later if the fact was ended. A fact with a statement has form 2: form 1, with the
 * statement behind it.
 */
final class FactCodec {

    private static final int WITH_STATEMENT = 2;

    private FactCodec() {}

    static Blob encode(Fact fact) {
        Statement statement = fact.statement();
        ByteWriter out = new ByteWriter().octet(statement == null ? EntryBody.PLAIN : WITH_STATEMENT);
        EntryBody.offset(out, fact.validFrom());
        EntryBody.time(out, fact.validUntil());
        out.optionalText(fact.supersededBy());
        EntryBody.time(out, fact.recordedAt());
        out.text(fact.subject()).text(fact.predicate()).text(fact.object()).decimal(fact.confidence());
        EntryBody.refs(out, fact.sources());
        out.text(fact.method().label());
        EntryBody.provenance(out, fact.provenance());
        if (statement != null) {
            statement(out, statement);
        }
        return out.toBlob();
    }

    static Fact decode(StoredEntry stored) {
        ByteReader in = new ByteReader(stored.body());
        return EntryBody.read(in, WITH_STATEMENT, form -> {
            var validFrom = EntryBody.offset(in, stored.time());
            var validUntil = EntryBody.optionalTime(in);
            var supersededBy = in.optionalText();
            var recordedAt = EntryBody.time(in);
            String subject = in.text();
            String predicate = in.text();
            String object = in.text();
            double confidence = in.decimal();
            List<EntryRef> sources = EntryBody.refs(in);
            SummaryMethod method = SummaryMethod.of(in.text());
            Provenance provenance = EntryBody.provenance(in, stored);
            @Nullable Statement statement = form == WITH_STATEMENT ? statement(in) : null;
            return new Fact(
                    stored.key().id(),
                    subject,
                    predicate,
                    object,
                    confidence,
                    validFrom,
                    validUntil,
                    supersededBy,
                    recordedAt,
                    sources,
                    method,
                    statement,
                    provenance);
        });
    }

    private static void statement(ByteWriter out, Statement statement) {
        out.text(statement.sentence())
                .text(statement.speaker())
                .text(statement.kind().label())
                .octet(statement.negated() ? 1 : 0);
        EntryBody.refs(
                out, statement.messages().stream().map(MessageRef::episode).toList());
        statement.messages().forEach(message -> out.number(message.index()));
        out.text(statement.grounding().label()).optionalText(statement.timePhrase());
    }

    private static Statement statement(ByteReader in) {
        String sentence = in.text();
        String speaker = in.text();
        StatementKind kind = StatementKind.of(in.text());
        boolean negated = in.octet() == 1;
        List<MessageRef> messages = EntryBody.refs(in).stream()
                .map(episode -> new MessageRef(episode, Math.toIntExact(in.number())))
                .toList();
        return new Statement(
                sentence, speaker, kind, negated, messages, GroundingClass.of(in.text()), in.optionalText());
    }
}
