package dev.daybook.client;

import dev.daybook.query.VersionCondition;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The headers of a conditional request (RFC 9110, section 13.1). The entity tag of a version is its number. */
final class ConditionHeaders {

    /** A tag of no version: a condition that no version meets. */
    private static final String NO_VERSION = "\"none\"";

    private ConditionHeaders() {}

    static Map<String, String> of(VersionCondition condition) {
        Map<String, String> headers = new LinkedHashMap<>();
        Set<Long> accepted = condition.accepted();
        boolean mustExist = condition.rejected().contains(0L);
        if (accepted != null) {
            // If-Match takes one list, so the rejected versions are taken out of it.
            headers.put(
                    "If-Match", tags(accepted.stream().filter(condition::holds).collect(Collectors.toSet())));
        } else if (mustExist) {
            headers.put("If-Match", "*");
        }
        Set<Long> rejected =
                condition.rejected().stream().filter(version -> version != 0).collect(Collectors.toSet());
        if (accepted == null && !rejected.isEmpty()) {
            headers.put("If-None-Match", tags(rejected));
        }
        return headers;
    }

    private static String tags(Set<Long> versions) {
        return versions.isEmpty()
                ? NO_VERSION
                : versions.stream()
                        .sorted()
                        .map(version -> "\"" + version + "\"")
                        .collect(Collectors.joining(", "));
    }
}
