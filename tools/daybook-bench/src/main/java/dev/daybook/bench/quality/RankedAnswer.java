package dev.daybook.bench.quality;

import dev.daybook.bench.quality.data.DataQuestion;
import dev.daybook.bench.quality.data.DataTurn;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.outcome.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a question.
 *
 * @param ranked the turns, the best first
 * @param packed the turns that fit a token budget
 * @param context the rendered context of the memory; null if none was asked for
 * @param nanoseconds the duration of the recall
 */
record RankedAnswer(
        DataQuestion question,
        List<DataTurn> ranked,
        PackedTurns packed,
        @Nullable Context context,
        long nanoseconds) {

    List<String> ids() {
        return ranked.stream().map(DataTurn::id).toList();
    }

    /** The line of the run. */
    String line() {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("qid", question.qid());
        line.put("ranked", ranked.stream().map(DataTurn::writtenId).toList());
        return PlainJson.write(line);
    }

    /** Returns the line of the contexts; empty without a context. */
    Optional<String> contextLine() {
        return Optional.ofNullable(context).map(rendered -> {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("qid", question.qid());
            line.put("text", rendered.text());
            line.put("tokens", rendered.tokens());
            return PlainJson.write(line);
        });
    }
}
