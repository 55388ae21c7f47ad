package dev.daybook.client;

import dev.daybook.internal.json.CommonFields;
import dev.daybook.internal.json.EntryLines;
import dev.daybook.internal.json.EpisodeLines;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import java.time.OffsetDateTime;
import java.util.Objects;

/** Reads entries with their positions and recording times. */
final class EntryAnswers {

    private EntryAnswers() {}

    static Entry read(Scope scope, JsonFields fields) {
        Kind kind = Kind.of(fields.text("kind"));
        String id = fields.text("id");
        Origin origin = CommonFields.origin(fields);
        Trust trust = Objects.requireNonNullElse(
                CommonFields.trust(fields), origin.source().trust());
        Provenance provenance = new Provenance(
                AnswerReader.number(fields, "position"), AnswerReader.number(fields, "revision"), origin, trust);
        return switch (kind) {
            case EPISODE -> episode(fields, id, provenance);
            case FACT ->
                EntryLines.fact(fields, scope, id, origin, trust, fields.time("recordedAt"))
                        .withProvenance(provenance);
            case NOTE -> EntryLines.note(fields, scope, id, origin, trust).withProvenance(provenance);
            case BLOCK -> EntryLines.block(fields, scope, id, origin, trust).withProvenance(provenance);
            case SUMMARY ->
                EntryLines.summary(fields, scope, id, origin, trust)
                        .withUpTo(AnswerReader.number(fields, "upTo"))
                        .withProvenance(provenance);
        };
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
}
