package dev.daybook.recall;

import dev.daybook.data.Embedding;
import dev.daybook.data.SizeLimits;
import dev.daybook.words.LanguageSet;
import dev.daybook.words.MessageLanguage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The text of a query, with its terms and its vector. Not thread-safe. */
final class AnalyzedQuery {

    private final String text;
    private final @Nullable Embedding vector;
    private final LanguageSet languages;
    private @Nullable List<String> terms;

    private AnalyzedQuery(String text, @Nullable Embedding vector, LanguageSet languages) {
        this.text = text;
        this.vector = vector;
        this.languages = languages;
    }

    static AnalyzedQuery of(String text, @Nullable Embedding vector) {
        return new AnalyzedQuery(text, vector, LanguageSet.ENGLISH);
    }

    /** Returns the query with the terms that it has in other languages, those of the messages of a scope. */
    AnalyzedQuery in(LanguageSet others) {
        return languages.equals(others) ? this : new AnalyzedQuery(text, vector, others);
    }

    String text() {
        return text;
    }

    /** Returns the distinct terms, in order. Analysed on demand and once for all signals: a semantic search needs none. */
    List<String> terms() {
        List<String> known = terms;
        if (known == null) {
            known = languages.terms(searched(text));
            terms = known;
        }
        return known;
    }

    /** Returns the terms that may have related terms: none of a question in another language than English. */
    List<String> englishTerms() {
        if (languages.of(searched(text)) != MessageLanguage.ENGLISH) {
            return List.of();
        }
        return languages.equals(LanguageSet.ENGLISH) ? terms() : LanguageSet.ENGLISH.terms(searched(text));
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
