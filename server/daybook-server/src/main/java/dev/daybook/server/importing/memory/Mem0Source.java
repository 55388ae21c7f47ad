package dev.daybook.server.importing.memory;

import dev.daybook.internal.interchange.InterchangeLine;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.server.importing.source.ImportRequest;
import dev.daybook.server.importing.source.ImportSink;
import dev.daybook.server.importing.source.ImportSource;
import dev.daybook.server.importing.source.SourceLocation;
import dev.daybook.server.importing.source.SqliteFile;
import dev.daybook.server.importing.source.SqliteSnapshot;
import dev.daybook.server.importing.source.UnreadableSourceException;
import dev.daybook.server.importing.source.UserMapping;
import dev.daybook.server.json.JsonElements;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The memories of mem0, each a note: the answer of its call for all memories as a file, the server of its open-source
 * edition, or the SQLite file of its history, which has no users.
 */
public final class Mem0Source implements ImportSource {

    private static final Origin ORIGIN = new Origin(Origin.Source.IMPORT, "mem0");

    private static final Pattern ADDRESS = Pattern.compile("https?://.+", Pattern.CASE_INSENSITIVE);

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String HISTORY =
            "SELECT memory_id AS id, new_memory AS memory, event, is_deleted, created_at, updated_at"
                    + " FROM history WHERE rowid IN (SELECT max(rowid) FROM history GROUP BY memory_id)";

    private static final int MAX_LIMIT = 100;

    /** Numbers of memories at which the versions of mem0's server end their answer unless the call says more. */
    private static final Set<Integer> LIMITS = Set.of(20, MAX_LIMIT);

    /** The field of an answer that holds the memories. */
    private static final Set<String> LISTS = Set.of("results");

    private final ImportRequest request;
    private final UserMapping users;
    private final @Nullable SqliteFile history;

    /** The answer of a server, or null. */
    private final byte @Nullable [] answer;

    private Mem0Source(ImportRequest request, @Nullable SqliteFile history, byte @Nullable [] answer) {
        this.request = request;
        this.users = request.users();
        this.history = history;
        this.answer = answer;
    }

    /** Returns whether a source is the address of a server. */
    public static boolean isAddress(String from) {
        return ADDRESS.matcher(from).matches();
    }

    public static Mem0Source open(ImportRequest request) {
        boolean isServer = isAddress(request.from());
        if (!isServer && SqliteSnapshot.isSqlite(Path.of(request.from()))) {
            return new Mem0Source(request, SqliteFile.open(Path.of(request.from()), null, "history", "mem0"), null);
        }
        Mem0Source source = new Mem0Source(request, null, isServer ? answer(request, PATIENCE) : null);
        source.requireMemories();
        return source;
    }

    private void requireMemories() {
        try (InputStream in = in()) {
            JsonElements elements = new JsonElements(in, LISTS);
            int count = 0;
            while (count <= MAX_LIMIT && elements.advance()) {
                if (elements.isPart()) {
                    continue;
                }
                count++;
                if (count == 1 && !isMemory(elements.text())) {
                    throw new IllegalArgumentException(
                            request.from() + " is not the memories of mem0: its first object is no memory; save the"
                                    + " answer of get_all, or of GET /memories");
                }
            }
            if (LIMITS.contains(count)) {
                throw new IllegalArgumentException(request.from() + " has exactly " + count
                        + " memories, at which mem0 ends an answer; save the answer of a call with a higher limit"
                        + " (top_k), or import the file history.db");
            }
        } catch (IOException | UncheckedIOException e) {
            throw unreadable(e);
        }
    }

    private static boolean isMemory(String text) {
        Object value = text.startsWith("{") ? PlainJson.readLenient(text) : null;
        return value instanceof Map<?, ?> fields && fields.containsKey("memory");
    }

    private InputStream in() throws IOException {
        return answer == null ? Files.newInputStream(Path.of(request.from())) : new ByteArrayInputStream(answer);
    }

    private UnreadableSourceException unreadable(Exception e) {
        return new UnreadableSourceException(
                "cannot read " + request.from() + " to its end (" + e.getMessage()
                        + "); what was read is imported, and a later import goes on",
                e);
    }

    /** @param maxWait the wait for the beginning of the answer, and for each further part of it */
    static byte[] answer(ImportRequest request, Duration maxWait) {
        String user = request.scope() instanceof Scope.User named
                ? "?user_id=" + URLEncoder.encode(named.id(), StandardCharsets.UTF_8)
                : "";
        HttpRequest.Builder get = HttpRequest.newBuilder(URI.create(request.from() + "/memories" + user))
                .header("Accept", "application/json");
        Optional.ofNullable(System.getenv("MEM0_API_KEY")).ifPresent(key -> get.header("X-API-Key", key));
        try {
            HttpClient client = HttpClient.newBuilder().connectTimeout(maxWait).build();
            HttpResponse<byte[]> answer =
                    CompleteAnswer.read(client, get, HttpResponse.BodyHandlers.ofByteArray(), maxWait);
            if (answer.statusCode() != 200) {
                throw new UnreadableSourceException(
                        request.from() + " answered GET /memories with " + answer.statusCode()
                                + "; name a user with --user, and its key in MEM0_API_KEY",
                        null);
            }
            return answer.body();
        } catch (IOException e) {
            throw new UnreadableSourceException("cannot reach " + request.from() + " (" + e + "); is it running?", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnreadableSourceException("the import was interrupted; import again", e);
        }
    }

    @Override
    public void read(ImportSink sink) {
        if (history != null) {
            Scope scope = request.scopeIn(request.spaceOrDefault());
            history.each(HISTORY, row -> {
                if (!"DELETE".equals(row.get("event")) && !Long.valueOf(1).equals(row.get("is_deleted"))) {
                    take(sink, String.valueOf(row.get("id")), () -> Optional.of(line(scope, row)));
                }
            });
            return;
        }
        try (InputStream in = in()) {
            long size = answer == null ? Files.size(Path.of(request.from())) : answer.length;
            JsonElements elements = new JsonElements(sink.counted(in, size), LISTS);
            while (elements.advance()) {
                if (!elements.isPart()) {
                    read(elements, sink);
                }
            }
        } catch (IOException | UncheckedIOException e) {
            throw unreadable(e);
        }
    }

    private void read(JsonElements elements, ImportSink sink) {
        try {
            JsonFields memory = new JsonFields(JsonFields.object("a memory", PlainJson.readLenient(elements.text())));
            take(
                    sink,
                    String.valueOf(memory.get("id")),
                    () -> users.scope(memory.optionalText("user_id")).map(scope -> line(scope, memory)));
            if (memory.get("metadata") instanceof Map<?, ?> metadata && !metadata.isEmpty()) {
                sink.leaveOut("metadata of memories", 1);
            }
        } catch (IllegalArgumentException e) {
            take(sink, "number " + elements.number(), () -> {
                throw e;
            });
        }
    }

    private static void take(ImportSink sink, String id, Supplier<Optional<InterchangeLine>> reading) {
        sink.take(new SourceLocation("memory", id), reading);
    }

    private InterchangeLine line(Scope scope, JsonFields memory) {
        return new InterchangeLine.OfEntry(scope, note(memory));
    }

    private Note note(JsonFields memory) {
        OffsetDateTime changed = time(memory, memory.get("updated_at") == null ? "created_at" : "updated_at");
        return new Note(
                memory.text("id"),
                memory.text("memory"),
                memory.get("created_at") == null ? changed : time(memory, "created_at"),
                changed,
                List.of(),
                List.of(),
                List.of(),
                SummaryMethod.GIVEN,
                Provenance.unwritten(ORIGIN, Trust.IMPORT));
    }

    /** Returns a time; 1970 if there is none, or none that can be believed. */
    private OffsetDateTime time(JsonFields memory, String field) {
        OffsetDateTime stated = request.times().anyForm(memory.get(field));
        return stated == null ? request.times().unknown() : stated;
    }

    @Override
    public void close() {
        if (history != null) {
            history.close();
        }
    }
}
