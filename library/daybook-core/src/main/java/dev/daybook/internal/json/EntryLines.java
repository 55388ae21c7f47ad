package dev.daybook.internal.json;

import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.Fact;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.Summary;
import dev.daybook.model.Trust;
import java.time.OffsetDateTime;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes facts, notes, blocks and summaries as fields of a line of the interchange format or of an answer.
 * Positions are left out, because a store assigns them anew; the watermark of a summary follows from the covered
 * entries.
 */
public final class EntryLines {

    private EntryLines() {}

    /** Adds the fields of an entry to a line with its kind, id and scope. */
    public static void write(Map<String, @Nullable Object> line, Scope scope, Entry entry) {
        if (entry instanceof Fact fact) {
            fact(line, fact);
            CommonFields.refs(line, "sources", scope, fact.sources());
            line.put("method", fact.method().label());
        } else if (entry instanceof Note note) {
            line.put("text", note.text());
            line.put("occurredAt", IsoTimes.format(note.occurredAt()));
            line.put("recordedAt", IsoTimes.format(note.recordedAt()));
            CommonFields.refs(line, "supersedes", scope, note.supersedes());
            CommonFields.refs(line, "supersededBy", scope, note.supersededBy());
            CommonFields.refs(line, "sources", scope, note.sources());
            line.put("method", note.method().label());
        } else if (entry instanceof Block block) {
            block(line, block);
            CommonFields.refs(line, "sources", scope, block.sources());
        } else if (entry instanceof Summary summary) {
            summary(line, summary);
            CommonFields.refs(line, "covers", scope, summary.covers());
            line.put("method", summary.method().label());
        }
        line.put("origin", CommonFields.origin(entry.origin()));
        line.put("trust", entry.trust().label());
    }

    private static void fact(Map<String, @Nullable Object> line, Fact fact) {
        line.put("subject", fact.subject());
        line.put("predicate", fact.predicate());
        line.put("object", fact.object());
        line.put("confidence", fact.confidence());
        line.put("validFrom", IsoTimes.format(fact.validFrom()));
        time(line, "validUntil", fact.validUntil());
        if (fact.supersededBy() != null) {
            line.put("supersededBy", fact.supersededBy());
        }
        line.put("recordedAt", IsoTimes.format(fact.recordedAt()));
    }

    private static void block(Map<String, @Nullable Object> line, Block block) {
        line.put("content", block.content());
        line.put("order", block.order());
        if (block.agentWritable()) {
            line.put("agentWritable", true);
        }
        if (block.maxLength() > 0) {
            line.put("maxLength", block.maxLength());
        }
        line.put("updatedAt", IsoTimes.format(block.updatedAt()));
    }

    private static void summary(Map<String, @Nullable Object> line, Summary summary) {
        line.put("level", summary.level().label());
        line.put("session", summary.session());
        if (summary.period() != null) {
            line.put("period", summary.period());
        }
        line.put("text", summary.text());
        line.put("tokens", summary.tokens());
        line.put("sourceCount", summary.sourceCount());
        time(line, "lastSourceAt", summary.lastSourceAt());
        line.put("state", summary.state().label());
        line.put("createdAt", IsoTimes.format(summary.createdAt()));
        line.put("updatedAt", IsoTimes.format(summary.updatedAt()));
    }

    private static void time(Map<String, @Nullable Object> line, String name, @Nullable OffsetDateTime time) {
        if (time != null) {
            line.put(name, IsoTimes.format(time));
        }
    }

    public static Fact fact(
            JsonFields fields,
            Scope scope,
            String id,
            Origin origin,
            @Nullable Trust trust,
            OffsetDateTime recordedAt) {
        OffsetDateTime validFrom = fields.optionalTime("validFrom");
        return new Fact(
                id,
                fields.text("subject"),
                fields.text("predicate"),
                fields.text("object"),
                fields.decimal("confidence", 1),
                validFrom == null ? recordedAt : validFrom,
                fields.optionalTime("validUntil"),
                fields.optionalText("supersededBy"),
                recordedAt,
                CommonFields.refs(fields, "sources", scope),
                CommonFields.method(fields),
                Provenance.unwritten(origin, trust(origin, trust)));
    }

    public static Note note(JsonFields fields, Scope scope, String id, Origin origin, @Nullable Trust trust) {
        OffsetDateTime occurredAt = fields.time("occurredAt");
        OffsetDateTime recordedAt = fields.optionalTime("recordedAt");
        return new Note(
                id,
                fields.text("text"),
                occurredAt,
                recordedAt == null ? occurredAt : recordedAt,
                CommonFields.refs(fields, "supersedes", scope),
                CommonFields.refs(fields, "supersededBy", scope),
                CommonFields.refs(fields, "sources", scope),
                CommonFields.method(fields),
                Provenance.unwritten(origin, trust(origin, trust)));
    }

    public static Block block(JsonFields fields, Scope scope, String name, Origin origin, @Nullable Trust trust) {
        return new Block(
                name,
                fields.text("content"),
                fields.count("order"),
                fields.truth("agentWritable"),
                fields.count("maxLength"),
                fields.time("updatedAt"),
                CommonFields.refs(fields, "sources", scope),
                Provenance.unwritten(origin, trust(origin, trust)));
    }

    public static Summary summary(JsonFields fields, Scope scope, String id, Origin origin, @Nullable Trust trust) {
        OffsetDateTime updatedAt = fields.time("updatedAt");
        OffsetDateTime createdAt = fields.optionalTime("createdAt");
        String level = fields.optionalText("level");
        String state = fields.optionalText("state");
        return new Summary(
                id,
                level == null ? Summary.Level.SESSION : Summary.Level.of(level),
                fields.optionalText("session"),
                fields.optionalText("period"),
                fields.text("text"),
                fields.count("tokens"),
                fields.count("sourceCount"),
                0,
                fields.optionalTime("lastSourceAt"),
                CommonFields.refs(fields, "covers", scope),
                state == null ? Summary.State.LIVE : Summary.State.of(state),
                CommonFields.method(fields),
                createdAt == null ? updatedAt : createdAt,
                updatedAt,
                Provenance.unwritten(origin, trust(origin, trust)));
    }

    private static Trust trust(Origin origin, @Nullable Trust trust) {
        return trust == null ? origin.source().trust() : trust;
    }
}
