package dev.daybook.internal.json;

import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.Summary;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The JSON forms of entries in answers: the fields of their interchange lines, with position and revision. */
public final class EntryAnswers {

    private EntryAnswers() {}

    /** Writes an entry; an episode without the fields that only a client library reads. */
    public static Map<String, @Nullable Object> write(Scope scope, Entry entry) {
        if (entry instanceof Episode episode) {
            Map<String, @Nullable Object> answer = EpisodeLines.fieldsOf(scope, episode);
            answer.put("position", episode.position());
            answer.put("revision", episode.revision());
            return answer;
        }
        Map<String, @Nullable Object> answer =
                PlainJson.object("kind", entry.kind().label());
        answer.put("id", entry.id());
        answer.put("position", entry.position());
        answer.put("revision", entry.revision());
        EntryLines.write(answer, scope, entry);
        if (entry instanceof Summary summary) {
            answer.put("upTo", summary.upTo());
        }
        return answer;
    }

    /** Writes an entry with all its fields, as a client library reads it. */
    public static Map<String, @Nullable Object> complete(Scope scope, Entry entry) {
        Map<String, @Nullable Object> answer = write(scope, entry);
        if (entry instanceof Episode episode) {
            answer.put("recordedAt", IsoTimes.format(episode.recordedAt()));
            answer.put("sensitive", episode.sensitive());
        }
        return answer;
    }

    /** Reads an entry with its position, its revision and its recording time. */
    public static Entry read(JsonFields fields, Scope scope) {
        Kind kind = Kind.of(fields.text("kind"));
        String id = fields.text("id");
        Provenance provenance =
                CommonFields.provenance(fields).at(number(fields, "position"), number(fields, "revision"));
        if (kind == Kind.EPISODE) {
            return episode(fields, id, provenance);
        }
        Entry entry = EntryLines.read(kind, fields, scope, id, provenance, null);
        return entry instanceof Summary summary ? summary.withUpTo(number(fields, "upTo")) : entry;
    }

    private static Episode episode(JsonFields fields, String id, Provenance provenance) {
        NewEpisode read = EpisodeLines.stored(fields);
        OffsetDateTime occurredAt = fields.time("occurredAt");
        return new Episode(
                id,
                read.session(),
                occurredAt,
                fields.has("recordedAt") ? fields.time("recordedAt") : occurredAt,
                read.messages(),
                read.toolCalls(),
                read.metadata(),
                provenance,
                fields.truth("sensitive"),
                read.embedding());
    }

    private static long number(JsonFields fields, String name) {
        return Objects.requireNonNullElse(fields.optionalCount(name), 0L);
    }

    /** Returns the form of a field with a fact. */
    static FieldType<Fact> fact(Scope scope) {
        return new FieldType<>(
                (fields, name) -> fields.get(name) == null ? null : (Fact) read(fields.fields(name), scope),
                fact -> write(scope, fact),
                "give a fact");
    }

    /** Returns the form of a field with entries of one kind. */
    public static <E extends Entry> FieldType<List<E>> list(Class<E> type, Scope scope) {
        return new FieldType<>(
                (fields, name) -> readList(type, fields, name, scope),
                entries -> entries.stream().map(entry -> write(scope, entry)).toList(),
                "give entries");
    }

    /** Reads the entries of a list. */
    public static <E extends Entry> List<E> readList(Class<E> type, JsonFields fields, String name, Scope scope) {
        return fields.list(name).stream()
                .map(each -> type.cast(read(each, scope)))
                .toList();
    }
}
