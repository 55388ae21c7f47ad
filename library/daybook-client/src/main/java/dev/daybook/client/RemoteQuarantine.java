package dev.daybook.client;

import static dev.daybook.client.ServerConnection.having;
import static dev.daybook.internal.checks.NullChecks.all;
import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.Quarantine;
import dev.daybook.internal.json.EntryAnswers;
import dev.daybook.internal.json.ReceiptCodec;
import dev.daybook.internal.json.SelectionCodec;
import dev.daybook.model.Entry;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.QuarantineReceipt;
import dev.daybook.query.Selection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The quarantine of one scope of a server. */
record RemoteQuarantine(ScopeConnection scope) implements Quarantine {

    @Override
    public QuarantineReceipt preview(Selection.Matching selection) {
        Map<String, @Nullable Object> body = SelectionCodec.write(present("selection", selection));
        body.put("dryRun", true);
        return read(ServerRequest.post(scope.path("quarantine"), body).asRepeatable());
    }

    @Override
    public QuarantineReceipt hide(Selection.Matching selection) {
        return read(
                ServerRequest.post(scope.path("quarantine"), SelectionCodec.write(present("selection", selection))));
    }

    @Override
    public List<String> propose(List<NewEpisode> episodes) {
        return all("episodes", episodes).isEmpty()
                ? List.of()
                : scope.server()
                        .send(
                                scope.writing("proposals", episodes),
                                answer -> having("ids", answer).texts("ids"));
    }

    @Override
    public List<QuarantineReceipt> list() {
        return scope.server()
                .send(
                        ServerRequest.get(scope.path("quarantine")),
                        answer -> having("quarantine", answer).list("quarantine").stream()
                                .map(ReceiptCodec.RELEASED::read)
                                .toList());
    }

    @Override
    public Stream<Entry> entries(String operation) {
        return scope
                .server()
                .find(
                        ServerRequest.get(scope.path("quarantine", present("operation", operation))),
                        answer ->
                                EntryAnswers.readList(Entry.class, having("entries", answer), "entries", scope.scope()))
                .stream()
                .flatMap(List::stream);
    }

    @Override
    public QuarantineReceipt release(String operation) {
        ServerRequest request = ServerRequest.post(
                scope.path("quarantine", present("operation", operation)) + "/release", RequestBodies.empty());
        return scope.server()
                .find(request, ReceiptCodec.RELEASED::read)
                .orElseThrow(() -> new IllegalArgumentException("operation '" + operation
                        + "' has hidden no entry that is hidden now; list() names the operations"));
    }

    private QuarantineReceipt read(ServerRequest request) {
        return scope.server().send(request, ReceiptCodec.QUARANTINED::read);
    }
}
