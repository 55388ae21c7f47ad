package dev.daybook.client;

import static dev.daybook.client.ServerConnection.having;
import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.Session;
import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.json.ContextCodec;
import dev.daybook.internal.json.EntryAnswers;
import dev.daybook.internal.json.FieldType;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.OutcomeCodec;
import dev.daybook.internal.json.SessionCodec;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Summary;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.outcome.Turn;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.SessionOptions;
import dev.daybook.spi.ObservedCall.MemoryVerb;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** One session of a server. */
record RemoteSession(ScopeConnection scope, String id) implements Session {

    @Override
    public Receipt remember(Message first, Message... more) {
        List<Message> messages = ArgumentChecks.oneOrMore("more", present("first", first), more);
        return new RemoteMemory(scope).remember(NewEpisode.of(messages).session(id));
    }

    @Override
    public Context context(String prompt, ContextOptions options) {
        ServerRequest request = ServerRequest.post(
                        scope.path("context"),
                        scope.joining(
                                RequestBodies.context(id, present("prompt", prompt), present("options", options))))
                .observed(scope.call(MemoryVerb.CONTEXT, id, prompt));
        return scope.server()
                .send(
                        options.keep() ? request : request.asRepeatable(),
                        answer -> ContextCodec.CONTEXT.read(answer, scope.scope()));
    }

    @Override
    public List<Turn> turns(int limit) {
        return scope.server()
                .send(
                        ServerRequest.get(path("/messages")).with("limit", limit),
                        answer -> having("messages", answer).list("messages").stream()
                                .map(SessionCodec.TURN::read)
                                .toList());
    }

    @Override
    public Optional<SessionInfo> info() {
        return new RemoteMemory(scope)
                .sessions().stream().filter(each -> each.id().equals(id)).findFirst();
    }

    @Override
    public SessionInfo change(UnaryOperator<SessionOptions> change) {
        SessionOptions options = present("change", change).apply(SessionOptions.UNCHANGED);
        ServerRequest request =
                ServerRequest.put(path(""), SessionCodec.OPTIONS.write(present("changed options", options)));
        return scope.server().send(request.asRepeatable(), SessionCodec.SESSION::read);
    }

    @Override
    public Optional<Summary> summary() {
        return state(answer -> answer.get("summary") == null ? Optional.<Summary>empty() : Optional.of(read(answer)))
                .flatMap(Function.identity());
    }

    @Override
    public List<Summary> summaryHistory() {
        return scope.versions(Summary.class, id);
    }

    @Override
    public long pending() {
        return state(answer -> FieldType.COUNT.read(answer, "pending", 0L)).orElse(0L);
    }

    private <T> Optional<T> state(Function<JsonFields, T> decoding) {
        return scope.server().find(ServerRequest.get(path("/summary")), decoding);
    }

    @Override
    public Summary rememberSummary(String text, long upTo) {
        Map<String, Object> body = Map.of("text", present("text", text), "upTo", upTo);
        return scope.server().send(ServerRequest.put(path("/summary"), body), this::read);
    }

    @Override
    public List<DerivationOutcome> summarize() {
        return scope.server()
                .find(
                        ServerRequest.post(path("/summarize"), RequestBodies.empty())
                                .deriving(),
                        answer -> OutcomeCodec.OUTCOME.readList(having("outcomes", answer), "outcomes", scope.scope()))
                .orElse(List.of());
    }

    private String path(String rest) {
        return scope.path("sessions", id) + rest;
    }

    private Summary read(JsonFields answer) {
        return (Summary) EntryAnswers.read(answer.fields("summary"), scope.scope());
    }
}
