package dev.daybook.recall;

import dev.daybook.data.Embedding;
import dev.daybook.data.SizeLimits;
import dev.daybook.words.EnglishAnalyzer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text of a query, analysed once for all signals.
 *
 * @param terms the distinct terms, in order
 * @param vector the query vector, for hybrid and semantic search
 */
record AnalyzedQuery(
        String text, List<String> terms, @Nullable Embedding vector) {

    static AnalyzedQuery of(String text, @Nullable Embedding vector) {
        return new AnalyzedQuery(
                text, EnglishAnalyzer.terms(searched(text)).stream().distinct().toList(), vector);
    }

    /**
     * Returns the part of a text that is searched: a question as a whole, of a pasted document the beginning and the
     * end, where the request stands. A document has thousands of words, and each is looked up in the whole scope.
     */
    static String searched(String text) {
        if (text.length() <= SizeLimits.SEARCHED) {
            return text;
        }
        int half = SizeLimits.SEARCHED / 2;
        int first = Character.isHighSurrogate(text.charAt(half - 1)) ? half - 1 : half;
        int last = text.length() - half;
        last = Character.isLowSurrogate(text.charAt(last)) ? last + 1 : last;
        return text.substring(0, first) + "\n" + text.substring(last);
    }
}
