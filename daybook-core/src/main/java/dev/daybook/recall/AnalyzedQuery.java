package dev.daybook.recall;

import dev.daybook.data.Embedding;
import dev.daybook.data.SizeLimits;
import dev.daybook.words.EnglishAnalyzer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The text of a query, with its terms and its vector. Not thread-safe. */
final class AnalyzedQuery {

    private final String text;
    private final @Nullable Embedding vector;
    private @Nullable List<String> terms;

    private AnalyzedQuery(String text, @Nullable Embedding vector) {
        this.text = text;
        this.vector = vector;
    }

    static AnalyzedQuery of(String text, @Nullable Embedding vector) {
        return new AnalyzedQuery(text, vector);
    }

    String text() {
        return text;
    }

    /** Returns the distinct terms, in order. Analysed on demand and once for all signals: a semantic search needs none. */
    List<String> terms() {
        List<String> known = terms;
        if (known == null) {
            known = EnglishAnalyzer.terms(searched(text)).stream().distinct().toList();
            terms = known;
        }
        return known;
    }

    /** Returns the query vector, for hybrid and semantic search. */
    @Nullable
    Embedding vector() {
        return vector;
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
