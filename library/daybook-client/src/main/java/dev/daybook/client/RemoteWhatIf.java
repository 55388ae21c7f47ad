package dev.daybook.client;

import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.WhatIf;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.outcome.ContextDifference;
import dev.daybook.outcome.RecallDifference;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The comparisons of a memory of a server with the same memory without some entries. */
record RemoteWhatIf(ScopeConnection scope, List<Selection> leftOut) implements WhatIf {

    @Override
    public RecallDifference recall(Query query) {
        Map<String, @Nullable Object> body = RequestBodies.query(present("query", query));
        body.put("explain", true);
        body.put("entries", true);
        body.put("leftOut", selections());
        JsonFields answer = scope.read("recall/without", body);
        return new RecallDifference(
                AnswerReader.refs(scope.space(), answer, "leftOut"),
                AnswerReader.hits(scope.space(), answer.fields("with")),
                AnswerReader.hits(scope.space(), answer.fields("without")));
    }

    @Override
    public ContextDifference context(String session, String prompt, ContextOptions options) {
        Map<String, @Nullable Object> body = RequestBodies.context(
                present("session", session), present("prompt", prompt), present("options", options));
        body.put("leftOut", selections());
        JsonFields answer = scope.read("context/without", body);
        return new ContextDifference(
                AnswerReader.refs(scope.space(), answer, "leftOut"),
                AnswerReader.context(scope.space(), answer.fields("with")),
                AnswerReader.context(scope.space(), answer.fields("without")));
    }

    private List<Map<String, @Nullable Object>> selections() {
        return leftOut.stream().map(RequestBodies::selection).toList();
    }
}
