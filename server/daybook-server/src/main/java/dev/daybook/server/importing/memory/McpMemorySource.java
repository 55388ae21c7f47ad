package dev.daybook.server.importing.memory;

import dev.daybook.internal.interchange.InterchangeLine;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.LineIds;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.server.importing.source.ImportRequest;
import dev.daybook.server.importing.source.ImportSink;
import dev.daybook.server.importing.source.ImportSource;
import dev.daybook.server.importing.source.SourceLocation;
import dev.daybook.server.importing.source.UnreadableSourceException;
import dev.daybook.server.json.JsonLines;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The file of the reference MCP memory server: a graph with an entity or a relation on each line. All become facts: the
 * type of an entity ({@code Ada · type · person}), each of its observations ({@code Ada · observation · likes tea}),
 * and each relation ({@code Ada · works_at · the harbour}).
 *
 * <p>The file has no times. A fact gets the modification time of the file on its first import, and keeps it.
 */
public record McpMemorySource(Path file, Scope scope) implements ImportSource {

    private static final Origin ORIGIN = new Origin(Origin.Source.IMPORT, "mcp-memory");

    /** A graph has many observations and relations of one name, and none ends another. */
    private static final Fact.Assertion MANY_VALUED = new Fact.Assertion(null, false, 0);

    /** A fact without its times. */
    private record Triple(String subject, String predicate, String object) {}

    public static McpMemorySource open(ImportRequest request) {
        return new McpMemorySource(Path.of(request.from()), request.scopeIn(request.spaceOrDefault()));
    }

    @Override
    public void read(ImportSink importSink) {
        try (InputStream in = Files.newInputStream(file)) {
            OffsetDateTime time = Files.getLastModifiedTime(file)
                    .toInstant()
                    .truncatedTo(ChronoUnit.MICROS)
                    .atOffset(ZoneOffset.UTC);
            JsonLines lines = new JsonLines(in);
            while (lines.advance()) {
                read(lines, importSink, time);
            }
        } catch (IOException e) {
            throw new UnreadableSourceException("cannot read " + file + " (" + e + "); check its permissions", e);
        }
    }

    /** Reads the facts of a line; an invalid line is reported once. */
    private void read(JsonLines lines, ImportSink importSink, OffsetDateTime time) {
        SourceLocation sourceLocation = SourceLocation.line(lines.number());
        List<Triple> triples;
        try {
            String text = lines.text();
            triples = text.isBlank() ? List.of() : triples(PlainJson.readObject(text));
        } catch (IllegalArgumentException e) {
            importSink.take(sourceLocation, () -> {
                throw e;
            });
            return;
        }
        triples.stream()
                .distinct()
                .forEach(triple -> importSink.take(sourceLocation, () -> Optional.of(fact(triple, importSink, time))));
    }

    private static List<Triple> triples(Map<String, @Nullable Object> line) {
        JsonFields fields = new JsonFields(line);
        String type = fields.text("type");
        return switch (type) {
            case "entity" -> entity(fields);
            case "relation" -> List.of(new Triple(fields.text("from"), fields.text("relationType"), fields.text("to")));
            default -> throw fields.wrong("type", type, "entity or relation");
        };
    }

    private static List<Triple> entity(JsonFields fields) {
        String name = fields.text("name");
        List<Triple> triples = new ArrayList<>();
        String type = fields.optionalText("entityType");
        if (type != null && !type.isEmpty()) {
            triples.add(new Triple(name, "type", type));
        }
        Object observations = fields.get("observations");
        if (!(observations instanceof List<?> list) || !list.stream().allMatch(String.class::isInstance)) {
            throw fields.wrong("observations", observations, "an array of texts");
        }
        list.forEach(observation -> triples.add(new Triple(name, "observation", (String) observation)));
        return triples;
    }

    private InterchangeLine fact(Triple triple, ImportSink importSink, OffsetDateTime otherwise) {
        String id = LineIds.id(
                Kind.FACT,
                "mcp-memory " + PlainJson.write(List.of(triple.subject(), triple.predicate(), triple.object())));
        OffsetDateTime time =
                importSink.recordedAt(new EntryRef(scope, Kind.FACT, id)).orElse(otherwise);
        return new InterchangeLine.OfEntry(
                scope,
                new Fact(
                                id,
                                triple.subject(),
                                triple.predicate(),
                                triple.object(),
                                1,
                                time,
                                null,
                                null,
                                time,
                                List.of(),
                                SummaryMethod.GIVEN,
                                Provenance.unwritten(ORIGIN, Trust.IMPORT))
                        .asserted(MANY_VALUED));
    }

    @Override
    public void close() {
        // The file is open only while it is read.
    }
}
