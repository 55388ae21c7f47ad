package dev.daybook.client;

import static dev.daybook.client.ServerConnection.having;
import static dev.daybook.internal.checks.NullChecks.present;

import dev.daybook.WhatIf;
import dev.daybook.internal.json.ContextCodec;
import dev.daybook.internal.json.HitCodec;
import dev.daybook.internal.json.QueryCodec;
import dev.daybook.internal.json.SelectionCodec;
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
        Map<String, @Nullable Object> body = scope.joining(QueryCodec.QUERY.write(present("query", query)));
        body.put("explain", true);
        body.put("entries", true);
        body.put("leftOut", selections());
        return scope.read(
                "recall/without", body, answer -> HitCodec.readDifference(having("with", answer), scope.scope()));
    }

    @Override
    public ContextDifference context(String session, String prompt, ContextOptions options) {
        Map<String, @Nullable Object> body = scope.joining(RequestBodies.context(
                present("session", session), present("prompt", prompt), present("options", options)));
        body.put("leftOut", selections());
        return scope.read("context/without", body, answer -> ContextCodec.DIFFERENCE.read(answer, scope.scope()));
    }

    private List<Map<String, @Nullable Object>> selections() {
        return leftOut.stream().map(SelectionCodec::write).toList();
    }
}
