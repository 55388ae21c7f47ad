package dev.daybook.server.importing.memory;

import dev.daybook.internal.interchange.InterchangeLine;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts the episodes and facts of jeevesagent, from any of its stores. */
final class JeevesRecords {

    static final Origin ORIGIN = new Origin(Origin.Source.IMPORT, "jeevesagent");

    private JeevesRecords() {}

    /** @param rest the other columns of a row; texts, numbers and booleans are kept as metadata */
    static InterchangeLine episode(
            Scope scope,
            String id,
            @Nullable String session,
            OffsetDateTime time,
            @Nullable String input,
            @Nullable String output,
            Map<String, @Nullable Object> rest) {
        List<Message> messages = new ArrayList<>();
        if (input != null && !input.isEmpty()) {
            messages.add(Message.user(input));
        }
        if (output != null && !output.isEmpty()) {
            messages.add(Message.assistant(output));
        }
        return new InterchangeLine.OfEpisode(
                scope,
                NewEpisode.of(messages)
                        .id(id)
                        .session(session == null || session.isEmpty() ? null : session)
                        .occurredAt(time)
                        .metadata(metadata(rest))
                        .origin(ORIGIN),
                true);
    }

    private static Map<String, Object> metadata(Map<String, @Nullable Object> rest) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        rest.forEach((name, value) -> {
            if (value instanceof String || value instanceof Number || value instanceof Boolean) {
                metadata.put(name, value);
            } else {
                throw new IllegalArgumentException("field '" + name + "' is " + JsonFields.typeOf(value)
                        + "; only a text, a number or a boolean can be imported, change it at its source");
            }
        });
        return metadata;
    }

    /** @param fields subject, predicate, object, confidence and sources (a JSON array as text) */
    static InterchangeLine fact(
            Scope scope,
            String id,
            JsonFields fields,
            OffsetDateTime validFrom,
            @Nullable OffsetDateTime validUntil,
            OffsetDateTime recordedAt) {
        List<EntryRef> sources = sources(scope, fields.optionalText("sources"));
        return new InterchangeLine.OfEntry(
                scope,
                new Fact(
                                id,
                                fields.text("subject"),
                                fields.text("predicate"),
                                fields.text("object"),
                                fields.decimal("confidence", 1),
                                validFrom,
                                validUntil,
                                null,
                                recordedAt,
                                sources,
                                SummaryMethod.GIVEN,
                                Provenance.unwritten(ORIGIN, Trust.IMPORT))
                        .asserted(new Fact.Assertion(validUntil, false, sources.size())));
    }

    private static List<EntryRef> sources(Scope scope, @Nullable String json) {
        if (json == null || json.isEmpty()) {
            return List.of();
        }
        Object value = PlainJson.read(json);
        if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
            return list.stream()
                    .map(id -> new EntryRef(scope, Kind.EPISODE, (String) id))
                    .distinct()
                    .toList();
        }
        throw new IllegalArgumentException("field 'sources' is " + JsonFields.typeOf(value)
                + "; a JSON array of episode ids is needed, correct it at its source");
    }
}
