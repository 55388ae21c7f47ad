package dev.daybook.server.json;

import dev.daybook.data.Entry;
import dev.daybook.data.Episode;
import dev.daybook.data.Quarantined;
import dev.daybook.data.Scope;
import dev.daybook.json.Times;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON shapes of quarantine answers, the same on the command line and over REST. */
public final class QuarantineAnswers {

    private QuarantineAnswers() {}

    /** Formats a quarantine, its preview or its release. */
    public static Map<String, @Nullable Object> quarantined(Quarantined quarantined, boolean dryRun) {
        Map<String, @Nullable Object> answer = released(quarantined);
        answer.put("derived", Answers.counts(quarantined.derived()));
        answer.put("dryRun", dryRun);
        return answer;
    }

    /** Formats the counts of a quarantine or a release. */
    public static Map<String, @Nullable Object> released(Quarantined quarantined) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("operation", quarantined.operation());
        answer.put("counts", Answers.counts(quarantined.counts()));
        answer.put("at", Times.format(quarantined.at()));
        return answer;
    }

    /** Formats the quarantine operations of a scope: {@code {"quarantine":[…]}}. */
    public static Map<String, @Nullable Object> list(List<Quarantined> list) {
        return Answers.with(
                "quarantine", list.stream().map(QuarantineAnswers::released).toList());
    }

    /** Formats the entries that an operation quarantined: {@code {"operation":…,"entries":[…]}}. */
    public static Map<String, @Nullable Object> entries(String operation, Scope scope, List<Entry> entries) {
        Map<String, @Nullable Object> answer = Answers.with("operation", operation);
        answer.put("entries", entries.stream().map(entry -> entry(scope, entry)).toList());
        return answer;
    }

    private static Map<String, @Nullable Object> entry(Scope scope, Entry entry) {
        return entry instanceof Episode episode ? Answers.episode(scope, episode) : Answers.entry(scope, entry);
    }
}
