package dev.daybook.server.mem0;

import dev.daybook.internal.json.JsonFields;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The fields of mem0 that have no meaning here: hints are read over, the others refused with a remedy. */
final class ForeignFields {

    /** Fields that change neither the stored memory nor the answer. */
    private static final Set<String> HINTS = Set.of(
            "version",
            "output_format",
            "async_mode",
            "enable_graph",
            "source",
            "fields",
            "rerank",
            "keyword_search",
            "show_expired",
            "explain");

    private static final String NO_CATEGORIES = "categories are not assigned here; put them into the metadata";
    private static final String NO_PROMPTS = "the operator of the server sets its prompts; leave it out";
    private static final String NO_EXPIRY = "a space and a session have retention periods instead; leave it out";
    private static final String NO_PROJECTS = "the key decides on the space; leave it out";

    private static final Map<String, String> REFUSED = new TreeMap<>(Map.ofEntries(
            Map.entry("categories", NO_CATEGORIES),
            Map.entry("custom_categories", NO_CATEGORIES),
            Map.entry("structured_data_schema", NO_CATEGORIES),
            Map.entry("custom_instructions", NO_PROMPTS),
            Map.entry("agent_custom_instructions", NO_PROMPTS),
            Map.entry("prompt", NO_PROMPTS),
            Map.entry("includes", NO_PROMPTS),
            Map.entry("excludes", NO_PROMPTS),
            Map.entry("memory_type", "what is written is an episode, and facts are derived from it; leave it out"),
            Map.entry("expiration_date", NO_EXPIRY),
            Map.entry("reference_date", "write the date into the question"),
            Map.entry("org_id", NO_PROJECTS),
            Map.entry("project_id", NO_PROJECTS)));

    private ForeignFields() {}

    /** Checks that all other fields were read. A field that is null asks for nothing. */
    static void done(JsonFields fields) {
        REFUSED.forEach((name, remedy) -> {
            if (fields.get(name) != null) {
                throw new IllegalArgumentException("field '" + name + "' is not supported by Daybook; " + remedy);
            }
        });
        HINTS.forEach(fields::get);
        fields.done();
    }
}
