package dev.daybook.internal.json;

import static dev.daybook.internal.json.FieldType.TEXT;
import static dev.daybook.internal.json.FieldType.TIME;
import static dev.daybook.internal.json.FieldType.WHOLE;
import static dev.daybook.internal.json.ReferenceCodec.entries;

import dev.daybook.model.NewSummary;
import dev.daybook.model.Summary;
import dev.daybook.outcome.BankContents;
import dev.daybook.outcome.BankText;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON forms of the bank; its summaries are in the shared scope of the space. */
public final class BankCodec {

    static final FieldType<Summary.Level> LEVEL = FieldType.label(Summary.Level::of, Summary.Level::label);

    /** From the smallest level to the largest. */
    private static final FieldType<Map<Summary.Level, Integer>> COUNTS =
            new FieldType<>(BankCodec::counts, BankCodec::counts, "give counts by level");

    public static final RecordCodec<BankContents> CONTENTS = fields -> new BankContents(
            fields.required("summaries", EntryAnswers.list(Summary.class, fields.scope()), BankContents::summaries),
            fields.required("counts", COUNTS, BankContents::counts),
            fields.required("tokens", WHOLE, BankContents::tokens),
            fields.required("maxTokens", WHOLE, BankContents::maxTokens));

    /** The bank section of a context. */
    public static final RecordCodec<BankText> SECTION = fields -> new BankText(
            fields.required("text", TEXT, BankText::text),
            fields.required("tokens", WHOLE, BankText::tokens),
            fields.required("maxTokens", WHOLE, BankText::maxTokens),
            fields.required("shown", entries(fields), BankText::shown),
            fields.required("leftOut", entries(fields), BankText::leftOut));

    public static final RecordCodec<NewSummary> NEW_SUMMARY = fields -> NewSummary.of(
                    fields.with("level", LEVEL, Summary.Level.SESSION, NewSummary::level),
                    fields.required("text", TEXT, NewSummary::text))
            .period(fields.optional("period", TEXT, NewSummary::period))
            .lastSourceAt(fields.optional("lastSourceAt", TIME, NewSummary::lastSourceAt))
            .sourceCount(fields.with("sourceCount", WHOLE, 1, NewSummary::sourceCount))
            .tokens(fields.optional("tokens", WHOLE, NewSummary::tokens))
            .session(fields.optional("chat", ReferenceCodec.USER_SESSION.strict(fields.scope()), NewSummary::session));

    private BankCodec() {}

    private static Map<Summary.Level, Integer> counts(JsonFields fields, String name) {
        Map<Summary.Level, Integer> counts = new EnumMap<>(Summary.Level.class);
        JsonFields labels = fields.fields(name);
        fields.object(name).keySet().forEach(label -> counts.put(Summary.Level.of(label), labels.count(label)));
        return counts;
    }

    private static Map<String, @Nullable Object> counts(Map<Summary.Level, Integer> counts) {
        Map<String, @Nullable Object> labels = new LinkedHashMap<>();
        Map<Summary.Level, Integer> levels = new EnumMap<>(Summary.Level.class);
        levels.putAll(counts);
        levels.forEach((level, count) -> labels.put(level.label(), count));
        return labels;
    }
}
