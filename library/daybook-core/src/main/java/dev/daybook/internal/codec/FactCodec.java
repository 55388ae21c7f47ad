package dev.daybook.internal.codec;

import dev.daybook.model.Fact;
import dev.daybook.model.GroundingClass;
import dev.daybook.model.MessageRef;
import dev.daybook.model.Statement;
import dev.daybook.model.StatementKind;
import dev.daybook.model.SummaryMethod;
import dev.daybook.store.Blob;
import dev.daybook.store.StoredEntry;
import java.util.List;

/**
 * Encodes facts as bodies of stored entries. The recording time of the fact is part of the body: the store's column has
 * that of the version, which is later if the fact was ended. The form says what follows: a statement, how the fact was
 * asserted, or both; form 1 has neither.
 */
final class FactCodec {

    private static final int WITH_STATEMENT = 1;
    private static final int ASSERTED = 2;
    private static final int LAST = EntryBody.PLAIN + WITH_STATEMENT + ASSERTED;

    private FactCodec() {}

    static Blob encode(Fact fact) {
        Statement statement = fact.statement();
        Fact.Assertion assertion = fact.assertion();
        int more = (statement == null ? 0 : WITH_STATEMENT) + (assertion == null ? 0 : ASSERTED);
        ByteWriter out = EntryBody.begin(new ByteWriter(), EntryBody.PLAIN + more, fact);
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
        if (assertion != null) {
            EntryBody.time(out, assertion.until());
            out.octet(assertion.singleValued() ? 1 : 0).number(assertion.sources());
        }
        return out.toBlob();
    }

    static Fact decode(StoredEntry stored) {
        ByteReader in = new ByteReader(stored.body());
        return EntryBody.read(in, LAST, form -> {
            var validFrom = EntryBody.offset(in, stored.time());
            var validUntil = EntryBody.optionalTime(in);
            var supersededBy = in.optionalText();
            var recordedAt = EntryBody.time(in);
            int more = form - EntryBody.PLAIN;
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
                    EntryBody.provenance(in, stored),
                    (more & WITH_STATEMENT) == 0 ? null : statement(in),
                    (more & ASSERTED) == 0 ? null : assertion(in));
        });
    }

    private static Fact.Assertion assertion(ByteReader in) {
        return new Fact.Assertion(EntryBody.optionalTime(in), in.octet() == 1, Math.toIntExact(in.number()));
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
