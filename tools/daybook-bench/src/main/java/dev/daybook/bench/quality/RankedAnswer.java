package dev.daybook.bench.quality;

import dev.daybook.internal.json.PlainJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The answer to a question.
 *
 * @param ranked the turns, the best first
 * @param packed the turns that fit a token budget
 * @param nanoseconds the duration of the recall
 */
record RankedAnswer(DataQuestion question, List<DataTurn> ranked, PackedTurns packed, long nanoseconds) {

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
}
