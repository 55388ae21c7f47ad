package dev.daybook.server.importing.memory;

import dev.daybook.internal.interchange.InterchangeLine;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.LineIds;
import dev.daybook.local.ApproximateTokens;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.Summary;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.server.importing.source.ImportRequest;
import dev.daybook.server.importing.source.ImportSink;
import dev.daybook.server.importing.source.ImportSource;
import dev.daybook.server.importing.source.SqliteFile;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The file of Lyra: its exchanges with their numbers, the names of its sessions, and the session summaries. */
public final class LyraSource implements ImportSource {

    private static final Origin ORIGIN = new Origin(Origin.Source.IMPORT, "lyra");

    /** Session of the exchanges in Lyra's session "": here a session needs an id. */
    private static final String NAMELESS = "(no session)";

    private final SqliteFile file;
    private final Scope scope;
    private final Map<String, List<Exchange>> exchanges = new LinkedHashMap<>();

    /** The number and time of an exchange, for summaries. */
    private record Exchange(long id, OffsetDateTime time) {}

    private LyraSource(SqliteFile file, Scope scope) {
        this.file = file;
        this.scope = scope;
    }

    public static LyraSource open(ImportRequest request) {
        Scope scope = request.scopeIn(request.spaceOrDefault());
        return new LyraSource(SqliteFile.open(Path.of(request.from()), request.times(), "exchanges", "Lyra"), scope);
    }

    @Override
    public void read(ImportSink importSink) {
        exchanges.clear();
        file.take(
                importSink,
                "SELECT id, session_id, role, content, created_at FROM exchanges ORDER BY id",
                "exchange",
                "id",
                this::exchange);
        if (file.has("sessions")) {
            file.take(
                    importSink,
                    "SELECT id, name, created_at FROM sessions ORDER BY rowid",
                    "session",
                    "id",
                    this::session);
        }
        if (file.has("summaries")) {
            file.take(
                    importSink,
                    "SELECT session_id, content, last_exchange_id, created_at FROM summaries ORDER BY rowid",
                    "summary",
                    "session_id",
                    this::summary);
        }
    }

    private Optional<InterchangeLine> exchange(JsonFields row) {
        long id = number("id", row.get("id"));
        String session = session(row, "session_id");
        OffsetDateTime time = row.time("created_at");
        NewEpisode episode = NewEpisode.of(Message.of(row.text("role"), row.text("content")))
                .id(Long.toString(id))
                .session(session)
                .occurredAt(time)
                .origin(ORIGIN);
        exchanges.computeIfAbsent(session, any -> new ArrayList<>()).add(new Exchange(id, time));
        return Optional.of(new InterchangeLine.OfEpisode(scope, episode, true));
    }

    private static String session(JsonFields row, String field) {
        String session = row.text(field);
        return session.isEmpty() ? NAMELESS : session;
    }

    private Optional<InterchangeLine> session(JsonFields row) {
        return Optional.of(new InterchangeLine.OfSession(
                scope, session(row, "id"), row.optionalText("name"), null, row.optionalTime("created_at"), null));
    }

    /** The summary covers the exchanges up to its mark; later ones are pending here as they were in Lyra. */
    private Optional<InterchangeLine> summary(JsonFields row) {
        String session = session(row, "session_id");
        String text = row.text("content");
        OffsetDateTime time = row.time("created_at");
        long mark = number("last_exchange_id", row.get("last_exchange_id"));
        List<Exchange> covered = exchanges.getOrDefault(session, List.of()).stream()
                .filter(exchange -> exchange.id() <= mark)
                .toList();
        return Optional.of(new InterchangeLine.OfEntry(
                scope,
                new Summary(
                        LineIds.id(Kind.SUMMARY, "lyra " + session),
                        Summary.Level.SESSION,
                        session,
                        null,
                        text,
                        new ApproximateTokens().count(text),
                        covered.size(),
                        0,
                        covered.isEmpty()
                                ? null
                                : covered.get(covered.size() - 1).time(),
                        covered.stream()
                                .map(exchange -> new EntryRef(scope, Kind.EPISODE, Long.toString(exchange.id())))
                                .toList(),
                        Summary.State.LIVE,
                        SummaryMethod.GIVEN,
                        time,
                        time,
                        Provenance.unwritten(ORIGIN, Trust.IMPORT))));
    }

    private static long number(String field, @Nullable Object value) {
        if (value instanceof Long number) {
            return number;
        }
        throw new IllegalArgumentException("field '" + field + "' is " + JsonFields.typeOf(value)
                + "; the number of an exchange is needed, correct it at its source");
    }

    @Override
    public void close() {
        file.close();
    }
}
