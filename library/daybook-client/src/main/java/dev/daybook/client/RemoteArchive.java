package dev.daybook.client;

import static dev.daybook.internal.checks.NullChecks.all;

import dev.daybook.Archive;
import dev.daybook.internal.interchange.InterchangeWriter;
import dev.daybook.internal.json.ChangeCodec;
import dev.daybook.internal.json.EntryAnswers;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.ReceiptCodec;
import dev.daybook.internal.json.SessionCodec;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Summary;
import dev.daybook.outcome.ChangePage;
import dev.daybook.outcome.Profile;
import dev.daybook.outcome.Receipt;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The contents of one scope of a server. */
final class RemoteArchive implements Archive {

    private final ScopeConnection scope;
    private final ServerConnection server;

    RemoteArchive(ScopeConnection scope) {
        this.scope = scope;
        this.server = scope.server();
    }

    @Override
    public Profile profile() {
        return server.send(
                ServerRequest.get(scope.path("profile")), answer -> SessionCodec.PROFILE.read(answer, scope.scope()));
    }

    @Override
    public List<Summary> summaries() {
        return scope.list(Summary.class, ServerRequest.get(scope.path("summaries")), "summaries");
    }

    @Override
    public List<Episode> history(String id) {
        return scope.versions(Episode.class, id);
    }

    @Override
    public Stream<Entry> exportAll() {
        return server.lines(
                ServerRequest.get(scope.path("export")).with("complete", true),
                fields -> EntryAnswers.read(fields, scope.scope()));
    }

    @Override
    public Stream<String> exportLines() {
        return InterchangeWriter.lines(scope.scope(), new RemoteMemory(scope).sessions(), exportAll());
    }

    @Override
    public ChangePage changes(@Nullable String since, int limit) {
        ServerRequest request =
                ServerRequest.get(scope.path("changes")).with("since", since).with("limit", limit);
        return server.send(request, answer -> ChangeCodec.PAGE.read(answer, scope.scope()));
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
        ServerRequest request = ServerRequest.post(scope.path("entries"), PlainJson.object("entries", lines));
        return server.send(
                request.asRepeatable(),
                answer -> ServerConnection.list("receipts", lines.size(), answer, ReceiptCodec.RECEIPT::read));
    }
}
