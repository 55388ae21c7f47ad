package dev.daybook.internal.json;

import static dev.daybook.internal.json.FieldType.DECIMAL;
import static dev.daybook.internal.json.FieldType.METHOD;
import static dev.daybook.internal.json.FieldType.SIZE;
import static dev.daybook.internal.json.FieldType.TEXT;
import static dev.daybook.internal.json.FieldType.TIME;
import static dev.daybook.internal.json.FieldType.TRUTH;

import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Note;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.Summary;
import dev.daybook.model.SummaryMethod;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes facts, notes, blocks and summaries as fields of a line of the interchange format or of an answer.
 * Positions are left out, because a store assigns them anew; the watermark of a summary follows from the covered
 * entries.
 */
public final class EntryLines {

    private static final FieldType<Summary.State> STATE = FieldType.label(Summary.State::of, Summary.State::label);

    private EntryLines() {}

    /** Adds the fields of an entry to a line with its kind, id and scope. */
    public static void write(Map<String, @Nullable Object> line, Scope scope, Entry entry) {
        String id = entry.id();
        Provenance provenance = entry.provenance();
        if (entry instanceof Fact fact) {
            line.putAll(fact(id, provenance, fact.recordedAt()).write(fact, scope));
        } else if (entry instanceof Note note) {
            line.putAll(note(id, provenance).write(note, scope));
        } else if (entry instanceof Block block) {
            line.putAll(block(id, provenance).write(block, scope));
        } else if (entry instanceof Summary summary) {
            line.putAll(summary(id, provenance).write(summary, scope));
        }
        line.put("origin", CommonFields.origin(entry.origin()));
        CommonFields.end(line, entry);
    }

    /**
     * Reads an entry that is no episode.
     *
     * @param factTime the recording time of a fact; null: it is a field
     */
    public static Entry read(
            Kind kind,
            JsonFields fields,
            Scope scope,
            String id,
            Provenance provenance,
            @Nullable OffsetDateTime factTime) {
        return switch (kind) {
            case FACT ->
                fact(id, provenance, factTime == null ? fields.time("recordedAt") : factTime)
                        .read(fields, scope);
            case NOTE -> note(id, provenance).read(fields, scope);
            case BLOCK -> block(id, provenance).read(fields, scope);
            case SUMMARY -> summary(id, provenance).read(fields, scope);
            case EPISODE -> throw new IllegalArgumentException("an episode is read by its messages");
        };
    }

    private static RecordCodec<Fact> fact(String id, Provenance provenance, OffsetDateTime recordedAt) {
        return fields -> new Fact(
                id,
                fields.required("subject", TEXT, Fact::subject),
                fields.required("predicate", TEXT, Fact::predicate),
                fields.required("object", TEXT, Fact::object),
                fields.with("confidence", DECIMAL, 1.0, Fact::confidence),
                fields.with("validFrom", TIME, recordedAt, Fact::validFrom),
                fields.optional("validUntil", TIME, Fact::validUntil),
                fields.optional("supersededBy", TEXT, Fact::supersededBy),
                fields.with("recordedAt", TIME, recordedAt, Fact::recordedAt),
                refs(fields, "sources", Fact::sources),
                method(fields, Fact::method),
                provenance,
                fields.optional("statement", StatementCodec.in(fields.scope()), Fact::statement),
                null);
    }

    private static RecordCodec<Note> note(String id, Provenance provenance) {
        return fields -> {
            String text = fields.required("text", TEXT, Note::text);
            OffsetDateTime occurredAt = fields.required("occurredAt", TIME, Note::occurredAt);
            return new Note(
                    id,
                    text,
                    occurredAt,
                    fields.with("recordedAt", TIME, occurredAt, Note::recordedAt),
                    refs(fields, "supersedes", Note::supersedes),
                    refs(fields, "supersededBy", Note::supersededBy),
                    refs(fields, "sources", Note::sources),
                    method(fields, Note::method),
                    provenance,
                    fields.optional("dueAt", TIME, Note::dueAt));
        };
    }

    private static RecordCodec<Block> block(String name, Provenance provenance) {
        return fields -> new Block(
                name,
                fields.required("content", TEXT, Block::content),
                fields.with("order", SIZE, 0, Block::order),
                fields.unless(false, "agentWritable", TRUTH, Block::agentWritable),
                fields.unless(0, "maxLength", SIZE, Block::maxLength),
                fields.required("updatedAt", TIME, Block::updatedAt),
                refs(fields, "sources", Block::sources),
                provenance);
    }

    private static RecordCodec<Summary> summary(String id, Provenance provenance) {
        return fields -> {
            Summary.Level level = fields.with("level", BankCodec.LEVEL, Summary.Level.SESSION, Summary::level);
            String session = fields.nullable("session", TEXT, Summary::session);
            String period = fields.optional("period", TEXT, Summary::period);
            String text = fields.required("text", TEXT, Summary::text);
            int tokens = fields.with("tokens", SIZE, 0, Summary::tokens);
            int sourceCount = fields.with("sourceCount", SIZE, 0, Summary::sourceCount);
            OffsetDateTime lastSourceAt = fields.optional("lastSourceAt", TIME, Summary::lastSourceAt);
            Summary.State state = fields.with("state", STATE, Summary.State.LIVE, Summary::state);
            OffsetDateTime createdAt = fields.optional("createdAt", TIME, Summary::createdAt);
            OffsetDateTime updatedAt = fields.required("updatedAt", TIME, Summary::updatedAt);
            return new Summary(
                    id,
                    level,
                    session,
                    period,
                    text,
                    tokens,
                    sourceCount,
                    0,
                    lastSourceAt,
                    refs(fields, "covers", Summary::covers),
                    state,
                    method(fields, Summary::method),
                    createdAt == null ? updatedAt : createdAt,
                    updatedAt,
                    provenance);
        };
    }

    private static <T> List<EntryRef> refs(RecordFields<T> fields, String name, Function<T, List<EntryRef>> getter) {
        return fields.unless(List.of(), name, CommonFields.refs(fields.scope()), getter);
    }

    private static <T> SummaryMethod method(RecordFields<T> fields, Function<T, SummaryMethod> getter) {
        return fields.with("method", METHOD, SummaryMethod.GIVEN, getter);
    }
}
