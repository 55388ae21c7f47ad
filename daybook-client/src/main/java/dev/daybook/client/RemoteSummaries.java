package dev.daybook.client;

import static dev.daybook.checks.NullChecks.present;

import dev.daybook.Summaries;
import dev.daybook.data.DerivationOutcome;
import dev.daybook.data.Kind;
import dev.daybook.data.Summary;
import dev.daybook.json.JsonFields;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The summaries of the sessions of one scope of a server. */
final class RemoteSummaries implements Summaries {

    private static final Duration DERIVING = Duration.ofMinutes(10);

    private final ScopeConnection scope;

    RemoteSummaries(ScopeConnection scope) {
        this.scope = scope;
    }

    @Override
    public Summary put(String session, String text, long upTo) {
        Map<String, Object> body = Map.of("text", present("text", text), "upTo", upTo);
        JsonFields answer = scope.server().send(ServerRequest.put(path(session, "/summary"), body));
        return read(answer.fields("summary"));
    }

    @Override
    public List<DerivationOutcome> refresh(String session) {
        return scope.server()
                .find(ServerRequest.post(path(session, "/summarize"), RequestBodies.empty())
                        .withExtra(DERIVING))
                .map(answer -> AnswerReader.outcomes(scope.space(), answer))
                .orElse(List.of());
    }

    @Override
    public Optional<Summary> find(String session) {
        return summary(session)
                .filter(answer -> answer.get("summary") != null)
                .map(answer -> read(answer.fields("summary")));
    }

    @Override
    public long pending(String session) {
        return summary(session)
                .map(answer -> AnswerReader.number(answer, "pending"))
                .orElse(0L);
    }

    private Optional<JsonFields> summary(String session) {
        return scope.server().find(ServerRequest.get(path(session, "/summary")));
    }

    @Override
    public List<Summary> list() {
        return AnswerReader.entries(
                Summary.class,
                scope.scope(),
                scope.server().send(ServerRequest.get(scope.path("summaries"))),
                "summaries");
    }

    @Override
    public List<Summary> history(String session) {
        return AnswerReader.entries(
                Summary.class, scope.scope(), scope.versions(Kind.SUMMARY, present("session", session)), "entries");
    }

    private String path(String session, String rest) {
        return scope.path("sessions", present("session", session)) + rest;
    }

    private Summary read(JsonFields fields) {
        return (Summary) EntryAnswers.read(scope.scope(), fields);
    }
}
