package dev.daybook.client;

import static dev.daybook.client.ServerConnection.having;
import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.Bank;
import dev.daybook.internal.json.BankCodec;
import dev.daybook.internal.json.EntryAnswers;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.OutcomeCodec;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.ReferenceCodec;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.model.NewSummary;
import dev.daybook.model.Scope;
import dev.daybook.model.SessionRef;
import dev.daybook.model.SizeLimits;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.outcome.BankContents;
import dev.daybook.outcome.BankText;
import dev.daybook.outcome.DerivationOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The bank of one space of a server. A server answers for a space without entries that it is missing: an empty bank. */
final class RemoteBank implements Bank {

    private static final Duration IDLE = Duration.ofMinutes(10);

    private final ServerConnection server;
    private final RemoteSpace memorySpace;
    private final Space space;

    RemoteBank(ServerConnection server, RemoteSpace memorySpace) {
        this.server = server;
        this.memorySpace = memorySpace;
        this.space = memorySpace.space();
    }

    @Override
    public List<SessionRef> due() {
        return due(IDLE);
    }

    /** Rounds up to minutes: a session that is idle for longer is idle for the duration too. */
    @Override
    public List<SessionRef> due(Duration idle) {
        if (present("idle", idle).isNegative()) {
            throw new IllegalArgumentException("idle is " + idle + "; use zero or more");
        }
        long minutes = idle.plusMinutes(1).minusNanos(1).toMinutes();
        return find(
                        get("/due").with("idleMinutes", minutes),
                        fields -> ReferenceCodec.SESSION.readList(
                                having("chats", fields), "chats", new Scope.Shared(space)))
                .orElse(List.of());
    }

    @Override
    public DerivationOutcome summarize(SessionRef sessionRef) {
        requireOwn(present("sessionRef", sessionRef));
        return server.send(
                post("/summarize", ReferenceCodec.USER_SESSION.write(sessionRef)),
                fields -> outcomes(fields).get(0));
    }

    @Override
    public List<DerivationOutcome> compress(int maxTokens) {
        if (maxTokens <= 0) {
            throw new IllegalArgumentException("maxTokens is " + maxTokens + "; use a positive number");
        }
        return find(post("/compress", PlainJson.object("maxTokens", maxTokens)), this::outcomes)
                .orElse(List.of());
    }

    @Override
    public List<DerivationOutcome> run() {
        return find(post("/run", RequestBodies.empty()), this::outcomes).orElse(List.of());
    }

    @Override
    public BankContents list() {
        return find(get(""), fields -> BankCodec.CONTENTS.read(fields, new Scope.Shared(space)))
                .orElseGet(() -> new BankContents(List.of(), Map.of(), 0, maxTokens()));
    }

    @Override
    public List<Summary> archive() {
        return find(
                        get("").with("archive", true),
                        fields -> EntryAnswers.readList(
                                Summary.class, having("summaries", fields), "summaries", new Scope.Shared(space)))
                .orElse(List.of());
    }

    @Override
    public Summary remember(NewSummary summary) {
        SessionRef session = present("summary", summary).session();
        if (session != null) {
            requireOwn(session);
        }
        return server.send(post("", BankCodec.NEW_SUMMARY.write(summary)), added ->
                (Summary) EntryAnswers.read(added, new Scope.Shared(space)));
    }

    @Override
    public BankText preview() {
        return preview(get("/preview"), null);
    }

    @Override
    public BankText preview(int maxTokens, @Nullable Instant asOf) {
        SizeLimits.time("asOf", asOf);
        return preview(get("/preview").with("maxTokens", maxTokens).with("asOf", asOf), maxTokens);
    }

    private BankText preview(ServerRequest request, @Nullable Integer maxTokens) {
        return find(request, fields -> BankCodec.SECTION.read(fields, new Scope.Shared(space)))
                .orElseGet(
                        () -> new BankText("", 0, maxTokens == null ? maxTokens() : maxTokens, List.of(), List.of()));
    }

    @Override
    public int forget() {
        return find(ServerRequest.delete(memorySpace.path("/bank")), fields -> fields.count("cleared"))
                .orElse(0);
    }

    private int maxTokens() {
        return memorySpace.settings().bank().maxTokens();
    }

    private void requireOwn(SessionRef session) {
        if (!session.scope().space().equals(space) || !ReadScopes.areInBank(session.scope())) {
            throw new IllegalArgumentException("session '" + session.session() + "' is not one of a user or of the"
                    + " anonymous scope of space '" + space.id() + "'; the bank summarizes these only");
        }
    }

    private List<DerivationOutcome> outcomes(JsonFields fields) {
        return OutcomeCodec.OUTCOME.readList(having("outcomes", fields), "outcomes", new Scope.Shared(space));
    }

    private ServerRequest get(String rest) {
        return ServerRequest.get(memorySpace.path("/bank" + rest));
    }

    private ServerRequest post(String rest, Object body) {
        return ServerRequest.post(memorySpace.path("/bank" + rest), body).deriving();
    }

    private <T> Optional<T> find(ServerRequest request, Function<JsonFields, T> decoding) {
        try {
            return server.find(request, decoding);
        } catch (ServerProblem.NotHereException emptySpace) {
            // A key of another space sees no settings either, and they say so.
            memorySpace.settings();
            return Optional.empty();
        }
    }
}
