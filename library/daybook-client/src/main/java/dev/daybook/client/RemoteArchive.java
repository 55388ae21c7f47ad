package dev.daybook.client;

import static dev.daybook.internal.checks.NullChecks.all;
import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.Archive;
import dev.daybook.internal.interchange.InterchangeWriter;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Summary;
import dev.daybook.outcome.Profile;
import dev.daybook.outcome.Receipt;
import java.util.List;
import java.util.stream.Stream;

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
        return AnswerReader.profile(scope.scope(), server.send(ServerRequest.get(scope.path("profile"))));
    }

    @Override
    public List<Summary> summaries() {
        return AnswerReader.entries(
                Summary.class, scope.scope(), server.send(ServerRequest.get(scope.path("summaries"))), "summaries");
    }

    @Override
    public List<Episode> history(String id) {
        return AnswerReader.entries(
                Episode.class, scope.scope(), scope.versions(Kind.EPISODE, present("id", id)), "entries");
    }

    @Override
    public Stream<Entry> exportAll() {
        return server.lines(ServerRequest.get(scope.path("export")).with("complete", true))
                .map(fields -> EntryAnswers.read(scope.scope(), fields));
    }

    @Override
    public Stream<String> exportLines() {
        return InterchangeWriter.lines(scope.scope(), new RemoteMemory(scope).sessions(), exportAll());
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
}
