package dev.daybook.bench.quality.confidence;

import dev.daybook.Memory;
import dev.daybook.model.EntryRef;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Query;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The confidence of a memory in a question, as {@code explain} states it.
 *
 * @param value the confidence, from 0 to 1
 * @param coverage the share of the question's words in one message
 * @param agreement how much better the person named in the question matches than all others, from -1 to 1
 */
record StatedConfidence(double value, double coverage, double agreement) {

    private static final Pattern STATED =
            Pattern.compile("confidence of its scope, (\\S+) \\(coverage (\\S+), agreement (\\S+)\\)");

    static StatedConfidence of(Memory memory, String question) {
        List<Hit> newest = memory.recall(Query.of("").limit(1));
        if (newest.isEmpty()) {
            return new StatedConfidence(0, 0, 0);
        }
        EntryRef entry =
                new EntryRef(memory.scope(), newest.get(0).kind(), newest.get(0).id());
        // No confidence reaches 1, so it is always stated.
        String explanation = String.valueOf(
                memory.explain(Query.of(question).minimumConfidence(1.0), entry).keptOut());
        Matcher stated = STATED.matcher(explanation);
        if (!stated.find()) {
            throw new IllegalStateException("the explanation states no confidence: " + explanation);
        }
        return new StatedConfidence(
                Double.parseDouble(stated.group(1)),
                Double.parseDouble(stated.group(2)),
                Double.parseDouble(stated.group(3)));
    }
}
