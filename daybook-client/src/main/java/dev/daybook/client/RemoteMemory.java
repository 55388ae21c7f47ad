package dev.daybook.client;

import static dev.daybook.checks.NullChecks.all;
import static dev.daybook.checks.NullChecks.present;

import dev.daybook.Blocks;
import dev.daybook.Facts;
import dev.daybook.Memory;
import dev.daybook.Notes;
import dev.daybook.Operations;
import dev.daybook.Quarantine;
import dev.daybook.Sessions;
import dev.daybook.Summaries;
import dev.daybook.checks.ReservedMetadata;
import dev.daybook.data.Context;
import dev.daybook.data.ContextDifference;
import dev.daybook.data.ContextOptions;
import dev.daybook.data.DerivationOutcome;
import dev.daybook.data.Entry;
import dev.daybook.data.EntryRef;
import dev.daybook.data.Episode;
import dev.daybook.data.ErasureReceipt;
import dev.daybook.data.Explanation;
import dev.daybook.data.Hit;
import dev.daybook.data.Kind;
import dev.daybook.data.Message;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Profile;
import dev.daybook.data.Query;
import dev.daybook.data.RecallDifference;
import dev.daybook.data.Receipt;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.interchange.InterchangeWriter;
import dev.daybook.json.JsonFields;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The memory of one scope of a server. */
final class RemoteMemory implements Memory {

    private static final Duration DERIVING = Duration.ofMinutes(10);

    /** The longest wait that a server grants one call. */
    private static final Duration WAIT = Duration.ofSeconds(30);

    private final ScopeConnection scope;
    private final ServerConnection server;

    RemoteMemory(ScopeConnection scope) {
        this.scope = scope;
        this.server = scope.server();
    }

    @Override
    public Scope scope() {
        return scope.scope();
    }

    @Override
    public Receipt remember(String session, Message first, Message... more) {
        List<Message> messages = new ArrayList<>(List.of(present("first", first)));
        Collections.addAll(messages, present("more", more));
        return remember(NewEpisode.of(messages).session(present("session", session)));
    }

    @Override
    public Receipt remember(NewEpisode episode) {
        return rememberAll(List.of(present("episode", episode))).get(0);
    }

    /** Repeatable, as each episode gets its id before the first attempt. */
    @Override
    public List<Receipt> rememberAll(List<NewEpisode> episodes) {
        if (all("episodes", episodes).isEmpty()) {
            return List.of();
        }
        List<String> ids = new ArrayList<>();
        List<Object> bodies = new ArrayList<>();
        for (NewEpisode episode : episodes) {
            ReservedMetadata.check(episode);
            String given = episode.id();
            String id = given == null ? scope.ids().next(Kind.EPISODE) : given;
            ids.add(id);
            bodies.add(RequestBodies.episode(episode.id(id)));
        }
        return server
                .sendForList(ServerRequest.post(scope.path("episodes"), bodies)
                        .importing(episodes.stream().anyMatch(RequestBodies::isImport))
                        .writing(ids))
                .stream()
                .map(AnswerReader::receipt)
                .toList();
    }

    @Override
    public Receipt await(Receipt receipt, Duration timeout) {
        Receipt now = present("receipt", receipt);
        long end = System.nanoTime() + present("timeout", timeout).toNanos();
        while (now.vector() == Receipt.Progress.PENDING || now.derived() == Receipt.Progress.PENDING) {
            Duration left = least(Duration.ofNanos(Math.max(0, end - System.nanoTime())), WAIT);
            now = AnswerReader.receipt(server.send(ServerRequest.post(scope.path("await"), RequestBodies.receipt(now))
                    .with("wait", left.toMillis())
                    .withExtra(left)
                    .asRepeatable()));
            if (System.nanoTime() >= end) {
                return now;
            }
        }
        return now;
    }

    @Override
    public Optional<Episode> episode(String id) {
        return entry(Kind.EPISODE, id).map(Episode.class::cast);
    }

    @Override
    public List<Episode> history(String id) {
        return AnswerReader.entries(
                Episode.class, scope.scope(), scope.versions(Kind.EPISODE, present("id", id)), "entries");
    }

    @Override
    public Optional<Entry> entry(Kind kind, String id) {
        return scope.entry(present("kind", kind), present("id", id))
                .map(fields -> EntryAnswers.read(scope.scope(), fields));
    }

    @Override
    public List<Hit> recall(String text) {
        return recall(Query.of(text));
    }

    @Override
    public List<Hit> recall(Query query) {
        Map<String, @Nullable Object> body = RequestBodies.query(present("query", query));
        body.put("explain", true);
        body.put("entries", true);
        return AnswerReader.hits(scope.space(), read("recall", body));
    }

    @Override
    public Explanation explain(Query query, EntryRef entry) {
        if (!present("entry", entry).scope().equals(scope.scope())) {
            throw new IllegalArgumentException("entry is in " + entry.scope().code() + ", but this is the memory of "
                    + scope.scope().code() + "; use the memory of the entry's scope");
        }
        Map<String, @Nullable Object> body = RequestBodies.query(present("query", query));
        body.put("kind", entry.kind().label());
        body.put("id", entry.id());
        return AnswerReader.explanation(scope.space(), read("explain", body));
    }

    @Override
    public RecallDifference recallWithout(Query query, List<Selection> leftOut) {
        Map<String, @Nullable Object> body = RequestBodies.query(present("query", query));
        body.put("explain", true);
        body.put("entries", true);
        body.put("leftOut", selections(leftOut));
        JsonFields answer = read("recall/without", body);
        return new RecallDifference(
                AnswerReader.refs(scope.space(), answer, "leftOut"),
                AnswerReader.hits(scope.space(), answer.fields("with")),
                AnswerReader.hits(scope.space(), answer.fields("without")));
    }

    @Override
    public ContextDifference contextWithout(
            String session, String prompt, ContextOptions options, List<Selection> leftOut) {
        Map<String, @Nullable Object> body = RequestBodies.context(
                present("session", session), present("prompt", prompt), present("options", options));
        body.put("leftOut", selections(leftOut));
        JsonFields answer = read("context/without", body);
        return new ContextDifference(
                AnswerReader.refs(scope.space(), answer, "leftOut"),
                AnswerReader.context(scope.space(), answer.fields("with")),
                AnswerReader.context(scope.space(), answer.fields("without")));
    }

    private static List<Map<String, @Nullable Object>> selections(List<Selection> leftOut) {
        return all("leftOut", leftOut).stream().map(RequestBodies::selection).toList();
    }

    @Override
    public Context context(String session, String prompt) {
        return context(session, prompt, ContextOptions.defaults());
    }

    @Override
    public Context context(String session, String prompt, ContextOptions options) {
        Map<String, @Nullable Object> body = RequestBodies.context(
                present("session", session), present("prompt", prompt), present("options", options));
        ServerRequest request = ServerRequest.post(scope.path("context"), body);
        return AnswerReader.context(scope.space(), server.send(options.keep() ? request : request.asRepeatable()));
    }

    private JsonFields read(String route, Map<String, @Nullable Object> body) {
        return server.send(ServerRequest.post(scope.path(route), body).asRepeatable());
    }

    @Override
    public Sessions sessions() {
        return new RemoteSessions(scope);
    }

    @Override
    public Blocks blocks() {
        return new RemoteBlocks(scope);
    }

    @Override
    public Facts facts() {
        return new RemoteFacts(scope);
    }

    @Override
    public Notes notes() {
        return new RemoteNotes(scope);
    }

    @Override
    public Summaries summaries() {
        return new RemoteSummaries(scope);
    }

    @Override
    public Operations operations() {
        return new RemoteOperations(scope);
    }

    @Override
    public Quarantine quarantine() {
        return new RemoteQuarantine(scope);
    }

    @Override
    public List<DerivationOutcome> consolidate() {
        return AnswerReader.outcomes(
                scope.space(),
                server.send(ServerRequest.post(scope.path("consolidate"), RequestBodies.empty())
                        .withExtra(DERIVING)));
    }

    @Override
    public Profile profile() {
        return AnswerReader.profile(scope.scope(), server.send(ServerRequest.get(scope.path("profile"))));
    }

    @Override
    public Stream<Entry> exportAll() {
        return server.lines(ServerRequest.get(scope.path("export")).with("complete", true))
                .map(fields -> EntryAnswers.read(scope.scope(), fields));
    }

    /** Repeatable, as every entry has its id. */
    @Override
    public List<Receipt> importAll(List<? extends Entry> entries) {
        if (all("entries", entries).isEmpty()) {
            return List.of();
        }
        List<String> lines = entries.stream()
                .map(entry -> InterchangeWriter.line(scope.scope(), entry))
                .toList();
        ServerRequest request = ServerRequest.post(scope.path("entries"), RequestBodies.of("entries", lines));
        return server.send(request.asRepeatable()).list("receipts").stream()
                .map(AnswerReader::receipt)
                .toList();
    }

    @Override
    public ErasureReceipt preview(Selection selection) {
        return AnswerReader.erasure(preview(selection, false));
    }

    @Override
    public List<EntryRef> previewEntries(Selection selection) {
        return AnswerReader.refs(scope.space(), preview(selection, true), "entries");
    }

    private JsonFields preview(Selection selection, boolean entries) {
        Map<String, @Nullable Object> body = RequestBodies.selection(present("selection", selection));
        body.put("dryRun", true);
        body.put("entries", entries);
        return read("forget", body);
    }

    @Override
    public ErasureReceipt forget(Selection selection) {
        Map<String, @Nullable Object> body = RequestBodies.selection(present("selection", selection));
        return AnswerReader.erasure(server.send(ServerRequest.post(scope.path("forget"), body)));
    }

    @Override
    public ErasureReceipt await(ErasureReceipt erasure, Duration timeout) {
        ErasureReceipt now = present("erasure", erasure);
        long end = System.nanoTime() + present("timeout", timeout).toNanos();
        while (now.bytes() == ErasureReceipt.Bytes.PENDING) {
            Duration left = least(Duration.ofNanos(Math.max(0, end - System.nanoTime())), WAIT);
            JsonFields answer = server.send(ServerRequest.get("/v1/operations/" + PathSegments.of(now.operation()))
                    .with("wait", left.plusMillis(999).toSeconds())
                    .withExtra(left));
            now = AnswerReader.erasure(answer);
            if (System.nanoTime() >= end) {
                return now;
            }
        }
        return now;
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
