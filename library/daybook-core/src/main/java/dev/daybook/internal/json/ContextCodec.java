package dev.daybook.internal.json;

import static dev.daybook.internal.json.FieldType.TEXT;
import static dev.daybook.internal.json.FieldType.WHOLE;
import static dev.daybook.internal.json.ReferenceCodec.entries;

import dev.daybook.model.EntryRef;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.ContextDifference;
import java.util.List;

/** The JSON forms of contexts and of their comparison with contexts without some entries. */
public final class ContextCodec {

    private static final RecordCodec<Context.Section> SECTION = fields -> new Context.Section(
            fields.required("name", TEXT, Context.Section::name),
            fields.required("tokens", WHOLE, Context.Section::tokens),
            fields.required("entries", entries(fields), Context.Section::entries));

    private static final RecordCodec<Context.LeftOut> LEFT_OUT = fields -> new Context.LeftOut(
            fields.required("entry", ReferenceCodec.ENTRY.in(fields.scope()), Context.LeftOut::entry),
            fields.required("reason", TEXT, Context.LeftOut::reason));

    public static final RecordCodec<Context> CONTEXT = fields -> new Context(
            fields.required("text", TEXT, Context::text),
            fields.required("sections", SECTION.list(fields.scope()), Context::sections),
            fields.required("tokens", WHOLE, Context::tokens),
            fields.required("leftOut", LEFT_OUT.list(fields.scope()), Context::leftOut),
            fields.optional("id", TEXT, Context::id));

    /** The entries that only one of both contexts shows and the difference of their tokens follow from the contexts. */
    public static final RecordCodec<ContextDifference> DIFFERENCE = fields -> {
        List<EntryRef> leftOut = fields.required("leftOut", entries(fields), ContextDifference::leftOut);
        fields.shown("gone", entries(fields), ContextDifference::gone);
        fields.shown("added", entries(fields), ContextDifference::added);
        fields.shown("tokens", ContextDifference::tokens);
        return new ContextDifference(
                leftOut,
                fields.required("with", CONTEXT.in(fields.scope()), ContextDifference::with),
                fields.required("without", CONTEXT.in(fields.scope()), ContextDifference::without));
    };

    private ContextCodec() {}
}
