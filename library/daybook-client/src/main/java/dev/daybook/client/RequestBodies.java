package dev.daybook.client;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.QueryCodec;
import dev.daybook.query.ContextOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON bodies of requests that are not one record. */
final class RequestBodies {

    private RequestBodies() {}

    static Map<String, @Nullable Object> empty() {
        return new LinkedHashMap<>();
    }

    static Map<String, @Nullable Object> context(String session, String prompt, ContextOptions options) {
        Map<String, @Nullable Object> body = PlainJson.object("session", session);
        body.put("prompt", prompt);
        body.putAll(QueryCodec.CONTEXT_OPTIONS.write(options));
        return body;
    }
}
