package dev.daybook.server.importing.memory;

import dev.daybook.internal.interchange.InterchangeLine;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.LineIds;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Kind;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.Summary;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.server.importing.source.ImportRequest;
import dev.daybook.server.importing.source.ImportSink;
import dev.daybook.server.importing.source.ImportSource;
import dev.daybook.server.importing.source.SourceLocation;
import dev.daybook.server.importing.source.UnreadableSourceException;
import dev.daybook.server.json.Utf8Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The entries of restai's memory bank ({@code project_memory_bank_entries}), as a JSON array of its rows. A project
 * becomes a space, and its entries go to the bank of the space.
 */
public record RestaiSource(
        List<@Nullable Object> rows, Scope shared, @Nullable String project) implements ImportSource {

    private static final Origin ORIGIN = new Origin(Origin.Source.IMPORT, "restai");

    public static RestaiSource open(ImportRequest request) {
        if (request.scope() != null && !(request.scope() instanceof Scope.Shared)) {
            throw new IllegalArgumentException(
                    "--user or --anonymous is given, but the bank of restai is shared by all users of a"
                            + " project; leave them out, and select the space with --space");
        }
        List<@Nullable Object> rows = read(Path.of(request.from()));
        Set<String> projects = new TreeSet<>();
        rows.forEach(row -> projects.add(project(row)));
        projects.remove("");
        if (request.project() == null && projects.size() > 1) {
            throw new IllegalArgumentException(request.from() + " has rows of the projects "
                    + String.join(", ", projects) + "; select one with --project, and its space with --space");
        }
        if (request.project() != null && !projects.contains(request.project())) {
            throw new IllegalArgumentException("--project is '" + request.project() + "', but " + request.from()
                    + (projects.isEmpty()
                            ? " names no project; leave --project out"
                            : " has rows of the projects " + String.join(", ", projects) + "; use one of these"));
        }
        return new RestaiSource(rows, new Scope.Shared(request.spaceOrDefault()), request.project());
    }

    private static List<@Nullable Object> read(Path file) {
        Object value = parsed(file);
        if (value instanceof List<?> list) {
            return new ArrayList<>(list);
        }
        throw new IllegalArgumentException(file + " is " + (value instanceof Map ? "an object" : "not an array")
                + "; give the rows of the entry table as a JSON array of objects");
    }

    private static @Nullable Object parsed(Path file) {
        try {
            return PlainJson.read(Utf8Text.text("it", Files.readAllBytes(file)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage());
        } catch (IOException e) {
            throw new UnreadableSourceException("cannot read " + file + " (" + e + "); check its permissions", e);
        }
    }

    private static String project(@Nullable Object row) {
        Object id = row instanceof Map<?, ?> fields ? fields.get("project_id") : null;
        return id == null ? "" : id.toString();
    }

    @Override
    public void read(ImportSink importSink) {
        for (int i = 0; i < rows.size(); i++) {
            Object row = rows.get(i);
            importSink.take(new SourceLocation("row", (long) i + 1), () -> entry(row));
        }
    }

    private Optional<InterchangeLine> entry(@Nullable Object row) {
        if (!(row instanceof Map<?, ?>)) {
            throw new IllegalArgumentException("the row is " + JsonFields.typeOf(row) + "; use an object");
        }
        if (project != null && !project.equals(project(row))) {
            return Optional.empty();
        }
        @SuppressWarnings("unchecked") // the keys of parsed objects are strings
        JsonFields fields = new JsonFields((Map<String, @Nullable Object>) row);
        return Optional.of(new InterchangeLine.OfEntry(shared, entry(fields, project(row))));
    }

    private static Summary entry(JsonFields fields, String project) {
        Summary.Level level = level(fields);
        String chat = fields.optionalText("chat_id");
        String period = fields.optionalText("period_key");
        String text = fields.text("summary");
        if (text.isBlank()) {
            throw new IllegalArgumentException("field 'summary' is blank; give the text of the entry");
        }
        return new Summary(
                id(fields, project, level, chat, period),
                level,
                level == Summary.Level.SESSION && chat != null && !chat.isEmpty() ? chat : null,
                // A bank entry has a period, if only an empty one, which tells it from a session summary.
                period == null ? "" : period,
                text,
                fields.count("token_count"),
                fields.count("source_message_count"),
                0,
                optionalTime(fields, "last_source_at"),
                List.of(),
                Summary.State.LIVE,
                SummaryMethod.GIVEN,
                time(fields, "created_at"),
                time(fields, "updated_at"),
                Provenance.unwritten(ORIGIN, Trust.IMPORT));
    }

    private static Summary.Level level(JsonFields fields) {
        String granularity = fields.text("granularity");
        return switch (granularity) {
            case "conversation" -> Summary.Level.SESSION;
            case "day" -> Summary.Level.DAY;
            case "week" -> Summary.Level.WEEK;
            case "month" -> Summary.Level.MONTH;
            default -> throw fields.wrong("granularity", granularity, "conversation, day, week or month");
        };
    }

    /** Returns the id: the row number, unique over all projects; without one, the unique columns of restai. */
    private static String id(
            JsonFields fields, String project, Summary.Level level, @Nullable String chat, @Nullable String period) {
        Object id = fields.get("id");
        return LineIds.id(
                Kind.SUMMARY,
                id == null
                        ? "restai " + PlainJson.write(Arrays.asList(project, level.label(), chat, period))
                        : "restai " + id);
    }

    private static OffsetDateTime time(JsonFields fields, String name) {
        OffsetDateTime time = optionalTime(fields, name);
        return time == null ? fields.time(name) : time;
    }

    /** Reads a time of restai, which has no offset and is UTC; a database may put a space between date and time. */
    private static @Nullable OffsetDateTime optionalTime(JsonFields fields, String name) {
        String value = fields.optionalText(name);
        if (value == null) {
            return null;
        }
        try {
            return LocalDateTime.parse(value.replace(' ', 'T')).atOffset(ZoneOffset.UTC);
        } catch (DateTimeParseException hasAnOffset) {
            return fields.time(name);
        }
    }

    @Override
    public void close() {
        // The file was read on opening.
    }
}
