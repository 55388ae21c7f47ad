package dev.daybook.client;

import static dev.daybook.checks.NullChecks.present;

import dev.daybook.WhatIf;
import dev.daybook.data.ContextDifference;
import dev.daybook.data.ContextOptions;
import dev.daybook.data.Query;
import dev.daybook.data.RecallDifference;
import dev.daybook.data.Selection;
import dev.daybook.json.JsonFields;
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
