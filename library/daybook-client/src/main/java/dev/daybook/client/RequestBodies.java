package dev.daybook.client;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.QueryCodec;
import dev.daybook.internal.json.SettingsLines;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.SpaceSettings;
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

    /** Writes all settings, also those with their default. */
    static Map<String, @Nullable Object> settings(SpaceSettings settings) {
        Map<String, @Nullable Object> body = SettingsLines.fieldsOf(settings);
        body.put(
                "derivations",
                PlainJson.object(
                        "off",
                        settings.off().stream()
                                .map(SpaceSettings.Derivation::label)
                                .toList()));
        body.put("lowTrust", settings.lowTrust().label());
        // A null ends the period; a field left out keeps it.
        body.put("retention", PlainJson.object("days", settings.retentionDays()));
        body.put("refuseForgotten", settings.refuseForgotten());
        return body;
    }
}
