package dev.daybook.internal.json;

import static dev.daybook.internal.json.FieldType.DECIMAL;
import static dev.daybook.internal.json.FieldType.INSTANT;
import static dev.daybook.internal.json.FieldType.METHOD;
import static dev.daybook.internal.json.FieldType.ORIGIN;
import static dev.daybook.internal.json.FieldType.TEXT;
import static dev.daybook.internal.json.FieldType.TIME;
import static dev.daybook.internal.json.FieldType.TRUST;
import static dev.daybook.internal.json.FieldType.TRUTH;
import static dev.daybook.internal.json.FieldType.WHOLE;

import dev.daybook.model.NewBlock;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Origin;
import dev.daybook.model.SummaryMethod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JSON forms of new facts and blocks. A server takes a trust, a method other than given, a recording time, and an
 * origin that claims a derivation or a key, from an import only.
 */
public final class NewEntryCodec {

    /** A fact as any caller may state it. */
    public static final RecordCodec<NewFact> FACT = fields -> NewFact.of(
                    fields.required("subject", TEXT, NewFact::subject),
                    fields.required("predicate", TEXT, NewFact::predicate),
                    fields.required("object", TEXT, NewFact::object))
            .id(fields.optional("id", TEXT, NewFact::id))
            .confidence(fields.with("confidence", DECIMAL, 1.0, NewFact::confidence))
            .validFrom(fields.optional("validFrom", TIME, NewFact::validFrom))
            .validUntil(fields.optional("validUntil", TIME, NewFact::validUntil))
            .sources(fields.unless(List.of(), "sources", CommonFields.refs(fields.scope()), NewFact::sources))
            .origin(fields.optional("origin", ORIGIN, NewFact::origin))
            .statement(fields.optional("statement", StatementCodec.in(fields.scope()), NewFact::statement))
            .singleValued(fields.with("singleValued", TRUTH, true, NewFact::singleValued))
            .expiresAt(fields.optional(CommonFields.EXPIRES_AT, INSTANT, NewFact::expiresAt));

    public static final RecordCodec<NewFact> IMPORTED_FACT = fields -> FACT.visit(fields)
            .trust(fields.optional("trust", TRUST, NewFact::trust))
            .recordedAt(fields.optional("recordedAt", TIME, NewFact::recordedAt))
            .method(fields.unless(SummaryMethod.GIVEN, "method", METHOD, NewFact::method));

    private NewEntryCodec() {}

    /** Returns the form of a block as any caller may state it. */
    public static RecordCodec<NewBlock> block(String name) {
        return fields -> NewBlock.of(name, fields.required("content", TEXT, NewBlock::content))
                .agentWritable(fields.optional("agentWritable", TRUTH, NewBlock::agentWritable))
                .maxLength(fields.optional("maxLength", WHOLE, NewBlock::maxLength))
                .sources(fields.unless(List.of(), "sources", CommonFields.refs(fields.scope()), NewBlock::sources))
                .origin(fields.optional("origin", ORIGIN, NewBlock::origin))
                .expiresAt(fields.optional(CommonFields.EXPIRES_AT, INSTANT, NewBlock::expiresAt));
    }

    public static RecordCodec<NewBlock> importedBlock(String name) {
        return fields -> block(name).visit(fields).trust(fields.optional("trust", TRUST, NewBlock::trust));
    }

    /** Returns whether a server takes the episode from an import only. */
    public static boolean isImport(NewEpisode episode) {
        return episode.trust() != null || isImport(episode.origin());
    }

    /** Returns whether a server takes the fact from an import only. */
    public static boolean isImport(NewFact fact) {
        return fact.trust() != null
                || fact.recordedAt() != null
                || fact.method() != SummaryMethod.GIVEN
                || isImport(fact.origin());
    }

    /** Returns whether a server takes the block from an import only. */
    public static boolean isImport(NewBlock block) {
        return block.trust() != null || isImport(block.origin());
    }

    private static boolean isImport(@Nullable Origin origin) {
        return origin != null && (origin.source() == Origin.Source.DERIVATION || origin.key() != null);
    }
}
