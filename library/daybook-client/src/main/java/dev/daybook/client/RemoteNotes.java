package dev.daybook.client;

import static dev.daybook.client.ServerConnection.having;
import static dev.daybook.internal.checks.NullChecks.all;
import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.Notes;
import dev.daybook.internal.checks.NotePlaces;
import dev.daybook.internal.json.CommonFields;
import dev.daybook.internal.json.HitCodec;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.ReceiptCodec;
import dev.daybook.model.NewNote;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.SizeLimits;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The notes of one scope of a server. An addition has no id, so it is not repeated after a broken connection. */
record RemoteNotes(ScopeConnection scope) implements Notes {

    private static final Duration DERIVING = Duration.ofMinutes(2);

    @Override
    public Optional<Receipt> remember(String text) {
        return present("text", text).isBlank() ? Optional.empty() : send(PlainJson.object("contents", text));
    }

    @Override
    public Optional<Receipt> remember(List<String> texts) {
        return isBlank(texts) ? Optional.empty() : send(PlainJson.object("contents", texts));
    }

    @Override
    public Optional<Receipt> remember(List<String> texts, Origin origin) {
        present("origin", origin);
        if (isBlank(texts)) {
            return Optional.empty();
        }
        Map<String, @Nullable Object> body = PlainJson.object("contents", texts);
        body.put("origin", CommonFields.origin(origin));
        return send(body);
    }

    @Override
    public Optional<Receipt> remember(NewNote note) {
        if (present("note", note).text().isBlank()) {
            return Optional.empty();
        }
        // A list, since a single text is split.
        Map<String, @Nullable Object> body = PlainJson.object("contents", List.of(note.text()));
        body.put("origin", CommonFields.origin(note.origin()));
        body.put("expiresAt", note.expiresAt() == null ? null : note.expiresAt().toString());
        body.put("dueAt", note.dueAt() == null ? null : note.dueAt().toString());
        return send(body);
    }

    @Override
    public List<Note> due(Instant until, int limit) {
        SizeLimits.time("until", present("until", until));
        return list(ServerRequest.get(scope.path("notes"))
                .with("due", until.toString())
                .with("count", limit));
    }

    private static boolean isBlank(List<String> texts) {
        return all("texts", texts).stream().allMatch(String::isBlank);
    }

    private Optional<Receipt> send(Map<String, @Nullable Object> body) {
        return Optional.of(scope.server()
                .send(ServerRequest.post(scope.path("notes"), body).withExtra(DERIVING), ReceiptCodec.RECEIPT::read));
    }

    @Override
    public List<Note> latest(int skip, int count) {
        return list(ServerRequest.get(scope.path("notes"))
                .with("begin", Math.min(Integer.MAX_VALUE, NotePlaces.skip(skip) + 1L))
                .with("count", count));
    }

    @Override
    public List<Hit> recall(String text, int limit) {
        return scope.server()
                .send(
                        ServerRequest.get(scope.path("notes"))
                                .with("query", present("text", text))
                                .with("count", limit),
                        hits -> HitCodec.read(having("hits", hits), scope.scope()));
    }

    @Override
    public Optional<Note> find(String id) {
        return scope.entry(Note.class, id);
    }

    @Override
    public List<Note> list() {
        return list(ServerRequest.get(scope.path("notes")).with("all", true));
    }

    private List<Note> list(ServerRequest request) {
        return scope.list(Note.class, request, "notes");
    }
}
