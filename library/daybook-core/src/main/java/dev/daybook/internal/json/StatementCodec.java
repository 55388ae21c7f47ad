package dev.daybook.internal.json;

import static dev.daybook.internal.json.FieldType.SIZE;
import static dev.daybook.internal.json.FieldType.TEXT;
import static dev.daybook.internal.json.FieldType.TEXTS;
import static dev.daybook.internal.json.FieldType.TIME;
import static dev.daybook.internal.json.FieldType.TRUTH;

import dev.daybook.model.EntryRef;
import dev.daybook.model.GroundingClass;
import dev.daybook.model.Kind;
import dev.daybook.model.MessageRef;
import dev.daybook.model.Scope;
import dev.daybook.model.Statement;
import dev.daybook.model.StatementKind;
import dev.daybook.outcome.RejectedStatement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON forms of the statement of a fact, one object, which a fact without a statement leaves out, and of a rejected
 * statement.
 */
public final class StatementCodec {

    public static final RecordCodec<RejectedStatement> REJECTED = fields -> new RejectedStatement(
            fields.required("sentence", TEXT, RejectedStatement::sentence),
            fields.nullable("speaker", TEXT, RejectedStatement::speaker),
            fields.required("messages", messages(fields.scope()), RejectedStatement::messages),
            fields.required("reason", TEXT, RejectedStatement::reason),
            List.copyOf(fields.required("missing", TEXTS, RejectedStatement::missing)),
            fields.required("rejectedAt", TIME, RejectedStatement::rejectedAt));

    private static final FieldType<StatementKind> KIND = FieldType.label(StatementKind::of, StatementKind::label);
    private static final FieldType<GroundingClass> GROUNDING =
            FieldType.label(GroundingClass::of, GroundingClass::label);

    private static final RecordCodec<Statement> STATEMENT = fields -> new Statement(
            fields.required("sentence", TEXT, Statement::sentence),
            fields.required("speaker", TEXT, Statement::speaker),
            fields.with("kind", KIND, StatementKind.STATE, Statement::kind),
            fields.unless(false, "negated", TRUTH, Statement::negated),
            fields.unless(List.of(), "messages", messages(fields.scope()), Statement::messages),
            fields.with("grounding", GROUNDING, GroundingClass.SAID, Statement::grounding),
            fields.optional("timePhrase", TEXT, Statement::timePhrase));

    private StatementCodec() {}

    /** Returns the form of a statement whose messages are in the given scope if they name none. */
    static FieldType<Statement> in(Scope scope) {
        return STATEMENT.in(scope);
    }

    private static FieldType<List<MessageRef>> messages(Scope scope) {
        return new FieldType<>(
                (fields, name) -> fields.list(name).stream()
                        .map(message -> message(message, scope))
                        .toList(),
                messages -> messages.stream()
                        .map(message -> message(message, scope))
                        .toList(),
                "give references");
    }

    private static MessageRef message(JsonFields fields, Scope otherwise) {
        Scope scope = CommonFields.scope(fields, otherwise);
        EntryRef episode = new EntryRef(scope, Kind.EPISODE, fields.text("episode"));
        MessageRef message = new MessageRef(episode, SIZE.read(fields, "index", 0));
        fields.done();
        return message;
    }

    private static Object message(MessageRef message, Scope scope) {
        Map<String, @Nullable Object> fields =
                PlainJson.object("episode", message.episode().id());
        fields.put("index", message.index());
        return message.episode().scope().equals(scope)
                ? fields
                : CommonFields.place(fields, message.episode().scope());
    }
}
