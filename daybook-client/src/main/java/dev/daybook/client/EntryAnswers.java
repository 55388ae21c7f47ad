package dev.daybook.client;

import dev.daybook.data.Entry;
import dev.daybook.data.Episode;
import dev.daybook.data.Kind;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Origin;
import dev.daybook.data.Provenance;
import dev.daybook.data.Scope;
import dev.daybook.data.Trust;
import dev.daybook.json.CommonFields;
import dev.daybook.json.EntryLines;
import dev.daybook.json.EpisodeLines;
import dev.daybook.json.JsonFields;
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
