package dev.daybook.server.importing.memory;

import dev.daybook.internal.interchange.InterchangeLine;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Block;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.server.importing.source.ImportRequest;
import dev.daybook.server.importing.source.ImportSink;
import dev.daybook.server.importing.source.ImportSource;
import dev.daybook.server.importing.source.SourceLocation;
import dev.daybook.server.importing.source.SqliteFile;
import dev.daybook.server.importing.source.UnreadableSourceException;
import dev.daybook.server.json.Utf8Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A HAEMA path: the memories in its Chroma folder {@code db} and in {@code latest.sqlite3}, and {@code core.md}. If the
 * two stores disagree, because HAEMA was stopped between two writes, the union of their live memories is imported, so
 * that nothing is lost. Deleted memories are not restored.
 */
public record HaemaSource(
        Path path, ChromaFolder chroma, @Nullable SqliteFile latest, Scope scope) implements ImportSource {

    private static final Origin ORIGIN = new Origin(Origin.Source.IMPORT, "haema");

    private static final String COLLECTION = "memory";

    /** A memory; components that one of the two stores lacks are null. */
    private record Memory(
            @Nullable String text,
            @Nullable Object millis,
            @Nullable Object timestamp) {}

    public static HaemaSource open(ImportRequest request) {
        Path path = Path.of(request.from());
        Path db = path.resolve("db");
        if (!Files.isDirectory(db)) {
            throw new IllegalArgumentException(
                    "there is no folder 'db' in " + path + "; name the path that HAEMA's Memory was given");
        }
        Scope scope = request.scopeIn(space(request));
        ChromaFolder chroma = ChromaFolder.open(db);
        try {
            chroma.require(COLLECTION, "name the path that HAEMA's Memory was given");
            Path file = path.resolve("latest.sqlite3");
            return new HaemaSource(
                    path,
                    chroma,
                    Files.isRegularFile(file) ? SqliteFile.open(file, null, "latest_memories", "HAEMA") : null,
                    scope);
        } catch (RuntimeException e) {
            chroma.close();
            throw e;
        }
    }

    /** A path of HAEMA is one memory for itself, so it gets a space for itself: of the name of its folder. */
    public static Space space(ImportRequest request) {
        return request.space() == null
                ? new Space(String.valueOf(
                        Path.of(request.from()).toAbsolutePath().normalize().getFileName()))
                : request.space();
    }

    @Override
    public void read(ImportSink importSink) {
        List<OffsetDateTime> newest = new ArrayList<>();
        memories()
                .forEach((id, memory) -> importSink.take(new SourceLocation("memory", id), () -> {
                    Note note = note(id, memory);
                    newest.removeIf(time -> time.isBefore(note.occurredAt()));
                    if (newest.isEmpty()) {
                        newest.add(note.occurredAt());
                    }
                    return Optional.of(new InterchangeLine.OfEntry(scope, note));
                }));
        Path core = path.resolve("core.md");
        if (Files.isRegularFile(core)) {
            // The file contains no time. HAEMA revises it after each addition, so it has the time of the newest memory.
            readCore(importSink, core, newest.isEmpty() ? modified(core) : newest.get(0));
        }
    }

    private Map<String, Memory> memories() {
        Map<String, Memory> memories = new LinkedHashMap<>();
        chroma.each(COLLECTION, row -> {
            JsonFields fields = new JsonFields(row.metadata());
            memories.put(row.id(), new Memory(row.document(), fields.get("timestamp_ms"), fields.get("timestamp")));
        });
        Optional.ofNullable(latest)
                .ifPresent(file -> file.each(
                        "SELECT id, document, timestamp, timestamp_ms FROM latest_memories WHERE deleted = 0 ORDER BY timestamp_ms",
                        row -> {
                            Memory listed = new Memory(
                                    row.optionalText("document"), row.get("timestamp_ms"), row.get("timestamp"));
                            memories.merge(String.valueOf(row.get("id")), listed, HaemaSource::completed);
                        }));
        return memories;
    }

    private static Memory completed(Memory stored, Memory listed) {
        return new Memory(
                stored.text() == null ? listed.text() : stored.text(),
                stored.millis() == null ? listed.millis() : stored.millis(),
                stored.timestamp() == null ? listed.timestamp() : stored.timestamp());
    }

    private static Note note(String id, Memory memory) {
        if (memory.text() == null) {
            throw new IllegalArgumentException(
                    "field 'document' is missing; a memory is a text, add it again to HAEMA");
        }
        OffsetDateTime time = time(memory);
        return new Note(
                id,
                memory.text(),
                time,
                time,
                List.of(),
                List.of(),
                List.of(),
                SummaryMethod.GIVEN,
                Provenance.unwritten(ORIGIN, Trust.IMPORT));
    }

    private static OffsetDateTime time(Memory memory) {
        if (memory.millis() instanceof Long millis) {
            return Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC);
        }
        Map<String, @Nullable Object> only = PlainJson.object("timestamp", memory.timestamp());
        return new JsonFields(only).time("timestamp");
    }

    private void readCore(ImportSink importSink, Path core, OffsetDateTime time) {
        HaemaCore sections = HaemaCore.read(text(core));
        sections.contents().forEach((name, content) -> {
            if (!content.isEmpty()) {
                importSink.take(
                        new SourceLocation("section", name),
                        () -> Optional.of(new InterchangeLine.OfEntry(
                                scope,
                                new Block(
                                        name,
                                        content,
                                        HaemaCore.NAMES.indexOf(name),
                                        false,
                                        0,
                                        time,
                                        List.of(),
                                        Provenance.unwritten(ORIGIN, Trust.IMPORT)))));
            }
        });
        sections.lost()
                .forEach((line, problem) -> importSink.take(new SourceLocation("core.md line", line), () -> {
                    throw new IllegalArgumentException(problem);
                }));
    }

    private static String text(Path core) {
        try {
            return Utf8Text.text(core.toString(), Files.readAllBytes(core));
        } catch (IOException e) {
            throw new UnreadableSourceException("cannot read " + core + " (" + e + "); see that it can be read", e);
        }
    }

    private static OffsetDateTime modified(Path file) {
        try {
            return Files.getLastModifiedTime(file)
                    .toInstant()
                    .truncatedTo(ChronoUnit.MICROS)
                    .atOffset(ZoneOffset.UTC);
        } catch (IOException e) {
            throw new UnreadableSourceException("cannot read the time of " + file + " (" + e + ")", e);
        }
    }

    @Override
    public void close() {
        try (chroma) {
            Optional.ofNullable(latest).ifPresent(SqliteFile::close);
        }
    }
}
