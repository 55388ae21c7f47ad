package dev.daybook.server.http;

import static dev.daybook.server.keys.Right.WRITE;

import dev.daybook.Memory;
import dev.daybook.data.Erasure;
import dev.daybook.data.FactQuery;
import dev.daybook.data.Kind;
import dev.daybook.data.NewFact;
import dev.daybook.data.Receipt;
import dev.daybook.data.Selection;
import dev.daybook.json.Fields;
import dev.daybook.server.json.Answers;
import dev.daybook.server.json.Requests;
import dev.daybook.server.problem.NotFound;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The routes of facts and notes. */
final class KnowledgeRoutes {

    private static final int DEFAULT_NOTES = 5;
    private static final int DEFAULT_FACTS = 10;
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(2);

    private KnowledgeRoutes() {}

    static List<Route> all() {
        return List.of(
                Route.get("S/facts", KnowledgeRoutes::facts),
                Route.post("S/facts", WRITE, KnowledgeRoutes::assertFact),
                Route.delete("S/facts/{id}", KnowledgeRoutes::forgetFact),
                // Slow, because it may wait for derivations.
                Route.post("S/notes", WRITE, KnowledgeRoutes::addNotes).slow(),
                Route.get("S/notes", KnowledgeRoutes::notes));
    }

    private static Reply facts(Call call) {
        Parameters parameters = call.parameters();
        String question = parameters.text("query");
        if (question != null) {
            return nearest(call, parameters, question);
        }
        FactQuery query = FactQuery.all()
                .subject(parameters.text("subject"))
                .predicate(parameters.text("predicate"))
                .object(parameters.text("object"))
                .validAt(parameters.time("validAt"))
                .asOf(parameters.time("asOf"))
                .limit(parameters.number("limit", Integer.MAX_VALUE));
        parameters.done();
        return Reply.ok(
                Answers.entries("facts", call.scope(), call.memory().facts().list(query)));
    }

    /** Searches facts. The other parameters filter a list, so they are refused as unknown here. */
    private static Reply nearest(Call call, Parameters parameters, String question) {
        FactQuery query =
                FactQuery.all().validAt(parameters.time("validAt")).limit(parameters.number("limit", DEFAULT_FACTS));
        parameters.done();
        return Reply.ok(
                Answers.entries("facts", call.scope(), call.memory().facts().recall(question, query)));
    }

    private static Reply assertFact(Call call) {
        call.noParameters();
        NewFact fact = Requests.fact(call.fields());
        return Reply.created(Answers.receipt(call.memory().facts().assertFact(fact)));
    }

    private static Reply forgetFact(Call call) {
        call.noParameters();
        Erasure erasure = call.memory().forget(Selection.entry(Kind.FACT, call.id("id")));
        if (erasure.count() == 0) {
            throw new NotFound("there is no such fact; 'GET …/facts' lists the facts");
        }
        return call.forgot(erasure);
    }

    private static Reply addNotes(Call call) {
        call.noParameters();
        Fields fields = call.fields();
        boolean isList = fields.get("contents") instanceof List;
        List<String> contents = fields.texts("contents");
        boolean wait = fields.truth("wait");
        fields.done();
        if (contents.isEmpty()) {
            throw nothingToKeep();
        }
        Memory memory = call.memory();
        Optional<Receipt> added =
                isList ? memory.notes().add(contents) : memory.notes().add(contents.get(0));
        Receipt receipt = added.orElseThrow(KnowledgeRoutes::nothingToKeep);
        return Reply.created(Answers.receipt(wait ? memory.await(receipt, LONGEST_WAIT) : receipt));
    }

    /** The library refuses blank texts itself; this is for a list without any other. */
    private static IllegalArgumentException nothingToKeep() {
        return new IllegalArgumentException("field 'contents' has only blank texts; give the text of a note");
    }

    private static Reply notes(Call call) {
        Parameters parameters = call.parameters();
        int begin = parameters.number("begin", 1);
        int count = parameters.number("count", DEFAULT_NOTES);
        parameters.done();
        return Reply.ok(
                Answers.entries("notes", call.scope(), call.memory().notes().latest(begin, count)));
    }
}
