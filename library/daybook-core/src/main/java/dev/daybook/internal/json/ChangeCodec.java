package dev.daybook.internal.json;

import static dev.daybook.internal.json.FieldType.COUNT;
import static dev.daybook.internal.json.FieldType.COUNTS;
import static dev.daybook.internal.json.FieldType.KIND;
import static dev.daybook.internal.json.FieldType.TEXT;
import static dev.daybook.internal.json.FieldType.TIME;
import static dev.daybook.internal.json.FieldType.TRUTH;

import dev.daybook.model.Entry;
import dev.daybook.model.Scope;
import dev.daybook.outcome.ChangePage;
import dev.daybook.outcome.MemoryChange;
import dev.daybook.outcome.MemoryChange.Erased;
import dev.daybook.outcome.MemoryChange.ErasedId;
import dev.daybook.outcome.MemoryChange.Hidden;
import dev.daybook.outcome.MemoryChange.Written;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON forms of changes: the field {@code change} says which of them an object is. */
public final class ChangeCodec {

    private static final RecordCodec<Written> WRITTEN = fields -> new Written(
            fields.required("cursor", TEXT, Written::cursor),
            fields.required("idHash", TEXT, Written::idHash),
            fields.required("entry", entry(fields.scope()), Written::entry));

    private static final RecordCodec<Hidden> HIDDEN = fields -> new Hidden(
            fields.required("cursor", TEXT, Hidden::cursor),
            fields.required("kind", KIND, Hidden::kind),
            fields.required("id", TEXT, Hidden::id),
            fields.required("revision", COUNT, Hidden::revision));

    private static final RecordCodec<ErasedId> ERASED_ID = fields -> new ErasedId(
            fields.nullable("kind", KIND, ErasedId::kind), fields.required("idHash", TEXT, ErasedId::idHash));

    private static final RecordCodec<Erased> ERASED = fields -> {
        Erased erased = new Erased(
                fields.required("cursor", TEXT, Erased::cursor),
                fields.required("operation", TEXT, Erased::operation),
                fields.required("action", TEXT, Erased::action),
                fields.required("at", TIME, Erased::at),
                fields.required("counts", COUNTS, Erased::counts),
                fields.required("everything", TRUTH, Erased::everything),
                fields.required("ids", ERASED_ID.list(fields.scope()), Erased::ids));
        fields.shown("complete", Erased::complete);
        return erased;
    };

    /** A page, which names the scope nowhere. */
    public static final RecordCodec<ChangePage> PAGE = fields -> new ChangePage(
            fields.required("changes", changes(fields.scope()), ChangePage::changes),
            fields.required("next", TEXT, ChangePage::next),
            fields.required("more", TRUTH, ChangePage::more));

    private ChangeCodec() {}

    /** Returns which change it is: the name of an event of a stream. */
    public static String name(MemoryChange change) {
        return change instanceof Written ? "written" : change instanceof Hidden ? "hidden" : "erased";
    }

    public static Map<String, @Nullable Object> write(MemoryChange change, Scope scope) {
        Map<String, @Nullable Object> answer = PlainJson.object("change", name(change));
        if (change instanceof Written written) {
            answer.putAll(WRITTEN.write(written, scope));
        } else if (change instanceof Hidden hidden) {
            answer.putAll(HIDDEN.write(hidden, scope));
        } else {
            answer.putAll(ERASED.write((Erased) change, scope));
        }
        return answer;
    }

    private static MemoryChange read(JsonFields fields, Scope scope) {
        String name = fields.text("change");
        return switch (name) {
            case "written" -> WRITTEN.read(fields, scope);
            case "hidden" -> HIDDEN.read(fields, scope);
            case "erased" -> ERASED.read(fields, scope);
            default -> throw fields.wrong("change", name, "written, hidden or erased");
        };
    }

    private static FieldType<List<MemoryChange>> changes(Scope scope) {
        return new FieldType<>(
                (fields, name) -> fields.list(name).stream()
                        .map(each -> read(each, scope))
                        .toList(),
                changes -> changes.stream().map(change -> write(change, scope)).toList(),
                "give changes");
    }

    private static FieldType<Entry> entry(Scope scope) {
        return new FieldType<>(
                (fields, name) -> fields.get(name) == null ? null : EntryAnswers.read(fields.fields(name), scope),
                entry -> EntryAnswers.complete(scope, entry),
                "give an entry");
    }
}
