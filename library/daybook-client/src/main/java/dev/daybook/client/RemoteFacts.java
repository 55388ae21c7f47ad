package dev.daybook.client;

import static dev.daybook.client.ServerConnection.having;
import static dev.daybook.internal.checks.NullChecks.all;
import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.Facts;
import dev.daybook.internal.checks.ReservedMetadata;
import dev.daybook.internal.json.EntryAnswers;
import dev.daybook.internal.json.EpisodeLines;
import dev.daybook.internal.json.NewEntryCodec;
import dev.daybook.internal.json.OutcomeCodec;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.ReceiptCodec;
import dev.daybook.internal.json.StatementCodec;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Scope;
import dev.daybook.outcome.FactAssessment;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.RejectedStatement;
import dev.daybook.query.FactQuery;
import dev.daybook.query.VersionCondition;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** The facts of one scope of a server. */
record RemoteFacts(ScopeConnection scope) implements Facts {

    @Override
    public Receipt remember(NewFact fact) {
        return remember(List.of(present("fact", fact))).get(0);
    }

    /** Repeatable, as each fact gets its id before the first attempt. */
    @Override
    public List<Receipt> remember(List<NewFact> facts) {
        if (all("facts", facts).isEmpty()) {
            return List.of();
        }
        List<String> ids = new ArrayList<>();
        List<Object> bodies = new ArrayList<>();
        for (NewFact fact : facts) {
            String given = fact.id();
            String id = given == null ? scope.ids().next(Kind.FACT) : given;
            ids.add(id);
            bodies.add(NewEntryCodec.IMPORTED_FACT.write(fact.id(id), scope.scope()));
        }
        return scope.server()
                .sendForList(
                        ServerRequest.post(scope.path("facts"), bodies)
                                .importing(facts.stream().anyMatch(NewEntryCodec::isImport))
                                .writing(ids),
                        ids.size(),
                        ReceiptCodec.RECEIPT::read);
    }

    @Override
    public Receipt remember(NewFact fact, VersionCondition condition) {
        String id = present("fact", fact).id();
        if (present("condition", condition).onId("fact", id).equals(VersionCondition.NONE)) {
            return remember(fact);
        }
        return scope.server()
                .send(
                        ServerRequest.post(scope.path("facts"), NewEntryCodec.IMPORTED_FACT.write(fact, scope.scope()))
                                .importing(NewEntryCodec.isImport(fact))
                                .writingIf(condition, Objects.requireNonNull(id)),
                        ReceiptCodec.RECEIPT::read);
    }

    @Override
    public FactAssessment assess(NewEpisode episode) {
        ReservedMetadata.check(present("episode", episode).metadata().keySet());
        return assessment(EpisodeLines.fieldsOf(episode.id(null)), NewEntryCodec.isImport(episode));
    }

    @Override
    public FactAssessment assess(NewFact fact) {
        Object body = NewEntryCodec.IMPORTED_FACT.write(present("fact", fact).id(null), scope.scope());
        return assessment(PlainJson.object("fact", body), NewEntryCodec.isImport(fact));
    }

    private FactAssessment assessment(Map<String, ?> body, boolean isImport) {
        ServerRequest request = ServerRequest.post(scope.path("assess"), body)
                .importing(isImport)
                .asRepeatable();
        return scope.server().send(request, answer -> OutcomeCodec.ASSESSMENT.read(answer, scope.scope()));
    }

    @Override
    public Optional<Fact> find(String id) {
        return scope.entry(Fact.class, id);
    }

    @Override
    public List<Fact> list(FactQuery query) {
        return list(latest(query));
    }

    private ServerRequest latest(FactQuery query) {
        int limit = present("query", query).limit();
        return conditions(query).with("latest", limit == Integer.MAX_VALUE ? null : limit);
    }

    @Override
    public Map<Scope, List<Fact>> listByScope(FactQuery query) {
        Map<Scope, List<Fact>> lists = new LinkedHashMap<>();
        lists.put(scope.scope(), list(query));
        for (ReadScopes.Joined joined : scope.scopes().joined()) {
            List<Fact> facts = scope.server()
                    .send(
                            latest(query).with("joined", joined.scope().code()),
                            answer -> EntryAnswers.readList(
                                    Fact.class, having("facts", answer), "facts", joined.scope()));
            lists.put(
                    joined.scope(),
                    facts.stream()
                            .map(fact -> fact.withProvenance(fact.provenance().atMost(joined.atMost())))
                            .toList());
        }
        return lists;
    }

    @Override
    public List<Fact> recall(String text, FactQuery query) {
        return list(conditions(query).with("limit", query.limit()).with("query", present("text", text)));
    }

    private ServerRequest conditions(FactQuery query) {
        return ServerRequest.get(scope.path("facts"))
                .with("subject", present("query", query).subject())
                .with("predicate", query.predicate())
                .with("object", query.object())
                .with("validAt", query.validAt())
                .with("asOf", query.asOf());
    }

    private List<Fact> list(ServerRequest request) {
        return scope.list(Fact.class, request, "facts");
    }

    @Override
    public List<Fact> history(String id) {
        return scope.versions(Fact.class, id);
    }

    @Override
    public List<RejectedStatement> rejected() {
        return scope.server()
                .send(
                        ServerRequest.get(scope.path("rejected-statements")),
                        answer -> StatementCodec.REJECTED.readList(
                                having("rejected", answer), "rejected", scope.scope()));
    }

    @Override
    public Optional<Fact> end(String id) {
        return ended(id, Map.of());
    }

    @Override
    public Optional<Fact> end(String id, OffsetDateTime at) {
        return ended(id, PlainJson.object("at", present("at", at).toString()));
    }

    /** Not repeatable without a time: a later attempt would be a later end. */
    private Optional<Fact> ended(String id, Map<String, ?> body) {
        ServerRequest request = ServerRequest.post(scope.path("facts", present("id", id)) + "/end", body);
        return scope.find(Fact.class, body.isEmpty() ? request : request.asRepeatable());
    }

    @Override
    public boolean forget(String id) {
        return scope.server()
                .find(ServerRequest.delete(scope.path("facts", present("id", id))), Function.identity())
                .isPresent();
    }
}
