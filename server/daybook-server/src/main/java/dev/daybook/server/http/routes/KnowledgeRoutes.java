package dev.daybook.server.http.routes;

import static dev.daybook.access.AccessRight.READ;
import static dev.daybook.access.AccessRight.WRITE;

import dev.daybook.Facts;
import dev.daybook.Memory;
import dev.daybook.Notes;
import dev.daybook.internal.checks.NotePlaces;
import dev.daybook.internal.json.EntryAnswers;
import dev.daybook.internal.json.FieldType;
import dev.daybook.internal.json.HitCodec;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.LineIds;
import dev.daybook.internal.json.OutcomeCodec;
import dev.daybook.internal.json.ReceiptCodec;
import dev.daybook.internal.json.StatementCodec;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.NewNote;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.FactAssessment;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.RejectedStatement;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Selection;
import dev.daybook.server.json.AnswerJson;
import dev.daybook.server.json.RequestJson;
import dev.daybook.server.problem.NotFoundException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The routes of facts and notes. */
final class KnowledgeRoutes {

    private static final int DEFAULT_NOTES = 5;
    private static final int DEFAULT_FACTS = 10;
    private static final Duration MAX_WAIT = Duration.ofMinutes(2);

    private KnowledgeRoutes() {}

    static List<HttpRoute> all() {
        return List.of(
                HttpRoute.get("S/facts", KnowledgeRoutes::facts),
                HttpRoute.post("S/facts", WRITE, KnowledgeRoutes::assertFact).evaluatingConditions(),
                HttpRoute.post("S/assess", READ, KnowledgeRoutes::assess),
                HttpRoute.get("S/rejected-statements", KnowledgeRoutes::rejected),
                HttpRoute.post("S/facts/{id}/end", WRITE, KnowledgeRoutes::endFact),
                HttpRoute.delete("S/facts/{id}", KnowledgeRoutes::forgetFact),
                // Slow, because it may wait for derivations.
                HttpRoute.post("S/notes", WRITE, KnowledgeRoutes::addNotes).slow(),
                HttpRoute.get("S/notes", KnowledgeRoutes::notes));
    }

    private static HttpReply facts(HttpCall call) {
        QueryParameters parameters = call.parameters();
        String question = parameters.text("query");
        if (question != null) {
            return nearest(call, parameters, question);
        }
        FactQuery query = conditions(parameters).limit(parameters.number("latest", Integer.MAX_VALUE));
        String code = parameters.text("joined");
        ListPaging paging = ListPaging.read(call, code == null ? "facts" : "facts of " + code, parameters);
        parameters.done();
        Scope owner = code == null ? call.scope() : Scope.of(call.space(), code);
        // Pages are in the order of the places: a fact that is written again has a new time, and its place stays.
        return paging.reply(
                code == null ? call.memory().facts().list(query) : joinedFacts(call, owner, query),
                fact -> ListPaging.descending(fact.position()),
                page -> AnswerJson.entries("facts", owner, page));
    }

    /** Returns the facts of another scope as the memory of the path sees them. */
    private static List<Fact> joinedFacts(HttpCall call, Scope owner, FactQuery query) {
        Memory joined = call.memory(List.of(new ReadScopes.Joined(owner, Trust.SYSTEM)));
        return joined.facts().listByScope(query).getOrDefault(owner, List.of());
    }

    private static FactQuery conditions(QueryParameters parameters) {
        return FactQuery.all()
                .subject(parameters.text("subject"))
                .predicate(parameters.text("predicate"))
                .object(parameters.text("object"))
                .validAt(parameters.time("validAt"))
                .asOf(parameters.time("asOf"));
    }

    /** Searches facts; the conditions of a list apply before the limit. */
    private static HttpReply nearest(HttpCall call, QueryParameters parameters, String question) {
        FactQuery query = conditions(parameters).limit(parameters.number("limit", DEFAULT_FACTS));
        parameters.done();
        return HttpReply.ok(
                AnswerJson.entries("facts", call.scope(), call.memory().facts().recall(question, query)));
    }

    private static HttpReply assertFact(HttpCall call) {
        boolean isImport = call.isImport();
        Object body = call.json();
        List<NewFact> facts = RequestJson.facts(body, call.scope(), isImport);
        Facts memory = call.memory(isImport).facts();
        List<Receipt> receipts = call.isConditionOn(body)
                ? List.of(memory.remember(facts.get(0), call.condition()))
                : memory.remember(facts);
        List<Map<String, @Nullable Object>> answers =
                receipts.stream().map(ReceiptCodec.RECEIPT::write).toList();
        return HttpReply.created(body instanceof List ? answers : answers.get(0));
    }

    /** Assesses an episode, or the fact of the field {@code fact}. */
    private static HttpReply assess(HttpCall call) {
        boolean isImport = call.isImport();
        JsonFields fields = call.fields();
        Facts facts = call.memory(isImport).facts();
        FactAssessment assessment = fields.has("fact")
                ? facts.assess(RequestJson.assessedFact(fields, call.scope(), isImport))
                : facts.assess(RequestJson.episode(fields, isImport));
        return HttpReply.ok(OutcomeCodec.ASSESSMENT.write(assessment, call.scope()));
    }

    private static HttpReply rejected(HttpCall call) {
        LineIds ids = new LineIds();
        return ListPaging.only(call, "rejected")
                .reply(
                        call.memory().facts().rejected(),
                        rejected -> newestFirst(rejected)
                                + ids.of(Kind.FACT, StatementCodec.REJECTED.write(rejected, call.scope())),
                        page -> StatementCodec.REJECTED.writeList("rejected", page, call.scope()));
    }

    /** Returns the first part of the key of a rejected statement, which has no id: an id of its content follows. */
    private static String newestFirst(RejectedStatement rejected) {
        return ListPaging.descending(ChronoUnit.MICROS.between(Instant.EPOCH, rejected.rejectedAt()));
    }

    private static HttpReply endFact(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.optionalFields();
        OffsetDateTime at = fields.optionalTime("at");
        fields.done();
        Facts facts = call.memory().facts();
        String id = call.id("id");
        Fact ended = (at == null ? facts.end(id) : facts.end(id, at)).orElseThrow(KnowledgeRoutes::missingFact);
        return HttpReply.ok(EntryAnswers.write(call.scope(), ended));
    }

    private static NotFoundException missingFact() {
        return new NotFoundException("there is no such fact; 'GET …/facts' lists the facts");
    }

    private static HttpReply forgetFact(HttpCall call) {
        call.noParameters();
        ErasureReceipt erasure = call.memory().forget(Selection.entry(Kind.FACT, call.id("id")));
        if (erasure.count() == 0) {
            throw missingFact();
        }
        return call.forgot(erasure);
    }

    private static HttpReply addNotes(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        boolean isList = fields.get("contents") instanceof List;
        List<String> contents = fields.textOrTexts("contents");
        boolean wait = fields.truth("wait");
        Origin origin = RequestJson.origin(fields);
        Instant expiresAt = FieldType.INSTANT.read(fields, "expiresAt");
        OffsetDateTime dueAt = FieldType.TIME.read(fields, "dueAt");
        fields.done();
        if (contents.isEmpty()) {
            throw nothingToKeep();
        }
        Memory memory = call.memory();
        Optional<Receipt> added = expiresAt != null || dueAt != null
                ? memory.notes().remember(timed(contents, origin, expiresAt, dueAt))
                : origin != null
                        ? memory.notes().remember(contents, origin)
                        : isList
                                ? memory.notes().remember(contents)
                                : memory.notes().remember(contents.get(0));
        Receipt receipt = added.orElseThrow(KnowledgeRoutes::nothingToKeep);
        return HttpReply.created(
                ReceiptCodec.RECEIPT.write(wait ? memory.operations().await(receipt, MAX_WAIT) : receipt));
    }

    private static NewNote timed(
            List<String> contents,
            @Nullable Origin origin,
            @Nullable Instant expiresAt,
            @Nullable OffsetDateTime dueAt) {
        if (contents.size() > 1) {
            throw new IllegalArgumentException("field '" + (dueAt == null ? "expiresAt" : "dueAt") + "' is given with "
                    + contents.size() + " contents; give one text, which becomes one note");
        }
        NewNote note = NewNote.of(contents.get(0)).expiresAt(expiresAt).dueAt(dueAt);
        return origin == null ? note : note.origin(origin);
    }

    /** The library refuses blank texts itself; this is for a list without any other. */
    private static IllegalArgumentException nothingToKeep() {
        return new IllegalArgumentException("field 'contents' has only blank texts; give the text of a note");
    }

    private static HttpReply notes(HttpCall call) {
        QueryParameters parameters = call.parameters();
        String question = parameters.text("query");
        int count = parameters.number("count", DEFAULT_NOTES);
        if (question != null) {
            parameters.done();
            return HttpReply.ok(
                    new HitCodec(true, true, false).write(call.memory().notes().recall(question, count)));
        }
        Instant due = parameters.time("due");
        if (due != null) {
            parameters.done();
            return HttpReply.ok(AnswerJson.entries(
                    "notes", call.scope(), call.memory().notes().due(due, count)));
        }
        boolean all = parameters.truth("all");
        int begin = parameters.number("begin", 1);
        ListPaging paging = ListPaging.read(call, all ? "all notes" : "notes", parameters);
        parameters.done();
        Notes notes = call.memory().notes();
        boolean isWhole = paging.limit() == null && paging.after() == null;
        List<Note> found = all
                ? notes.list()
                : isWhole ? notes.latest(NotePlaces.before(begin), count) : notes.latest(0, Integer.MAX_VALUE);
        return paging.reply(
                found,
                note -> all ? ListPaging.ascending(note.position()) : ListPaging.descending(note.position()),
                page -> AnswerJson.entries("notes", call.scope(), page));
    }
}
