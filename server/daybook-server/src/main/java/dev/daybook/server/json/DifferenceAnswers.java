package dev.daybook.server.json;

import dev.daybook.model.EntryRef;
import dev.daybook.outcome.ContextDifference;
import dev.daybook.outcome.RecallDifference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers about recalls and contexts without some entries. */
public final class DifferenceAnswers {

    private DifferenceAnswers() {}

    /**
     * Formats the hits with and without the entries, and the ranks that differ.
     *
     * @param explain whether to include the score of each message
     * @param entries whether to include the scope and all fields of each entry
     */
    public static Map<String, @Nullable Object> recall(RecallDifference difference, boolean explain, boolean entries) {
        Map<String, @Nullable Object> answer = AnswerJson.with("leftOut", refs(difference.leftOut()));
        answer.put(
                "changes",
                difference.changes().stream().map(DifferenceAnswers::change).toList());
        answer.put("with", AnswerJson.hits(difference.with(), explain, entries));
        answer.put("without", AnswerJson.hits(difference.without(), explain, entries));
        return answer;
    }

    private static Map<String, @Nullable Object> change(RecallDifference.RankChange change) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("entry", AnswerJson.ref(change.entry()));
        fields.put("with", change.with());
        fields.put("without", change.without());
        return fields;
    }

    /** Formats both contexts, the entries that only one of them shows, and the difference of their tokens. */
    public static Map<String, @Nullable Object> context(ContextDifference difference) {
        Map<String, @Nullable Object> answer = AnswerJson.with("leftOut", refs(difference.leftOut()));
        answer.put("gone", refs(difference.gone()));
        answer.put("added", refs(difference.added()));
        answer.put("tokens", difference.tokens());
        answer.put("with", AnswerJson.context(difference.with()));
        answer.put("without", AnswerJson.context(difference.without()));
        return answer;
    }

    private static List<Object> refs(List<EntryRef> refs) {
        return refs.stream().map(AnswerJson::ref).toList();
    }
}
