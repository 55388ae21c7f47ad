package dev.daybook.server.json;

import dev.daybook.internal.json.IsoTimes;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Scope;
import dev.daybook.outcome.QuarantineReceipt;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON shapes of quarantine answers, the same on the command line and over REST. */
public final class QuarantineAnswers {

    private QuarantineAnswers() {}

    /** Formats a quarantine, its preview or its release. */
    public static Map<String, @Nullable Object> quarantined(QuarantineReceipt quarantineReceipt, boolean dryRun) {
        Map<String, @Nullable Object> answer = released(quarantineReceipt);
        answer.put("derived", AnswerJson.counts(quarantineReceipt.derived()));
        answer.put("dryRun", dryRun);
        return answer;
    }

    /** Formats the counts of a quarantine or a release. */
    public static Map<String, @Nullable Object> released(QuarantineReceipt quarantineReceipt) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("operation", quarantineReceipt.operation());
        answer.put("counts", AnswerJson.counts(quarantineReceipt.counts()));
        answer.put("at", IsoTimes.format(quarantineReceipt.at()));
        return answer;
    }

    /** Formats the quarantine operations of a scope: {@code {"quarantine":[…]}}. */
    public static Map<String, @Nullable Object> list(List<QuarantineReceipt> list) {
        return AnswerJson.with(
                "quarantine", list.stream().map(QuarantineAnswers::released).toList());
    }

    /** Formats the entries that an operation quarantined: {@code {"operation":…,"entries":[…]}}. */
    public static Map<String, @Nullable Object> entries(String operation, Scope scope, List<Entry> entries) {
        Map<String, @Nullable Object> answer = AnswerJson.with("operation", operation);
        answer.put("entries", entries.stream().map(entry -> entry(scope, entry)).toList());
        return answer;
    }

    private static Map<String, @Nullable Object> entry(Scope scope, Entry entry) {
        return entry instanceof Episode episode ? AnswerJson.episode(scope, episode) : AnswerJson.entry(scope, entry);
    }
}
