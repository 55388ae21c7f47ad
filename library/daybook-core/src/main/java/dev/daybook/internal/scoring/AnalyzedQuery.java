package dev.daybook.internal.scoring;

import dev.daybook.internal.dates.DateInterval;
import dev.daybook.internal.dates.DateReader;
import dev.daybook.internal.words.LanguageSet;
import dev.daybook.internal.words.MessageLanguage;
import dev.daybook.model.Embedding;
import dev.daybook.model.SizeLimits;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The text of a query, with its terms, its dates and its vector. Not thread-safe. */
public final class AnalyzedQuery {

    private final String text;
    private final @Nullable Embedding vector;
    private final LanguageSet languages;
    private final @Nullable LocalDate asked;
    private @Nullable List<String> terms;
    private int words;

    private AnalyzedQuery(String text, @Nullable Embedding vector, LanguageSet languages, @Nullable LocalDate asked) {
        this.text = text;
        this.vector = vector;
        this.languages = languages;
        this.asked = asked;
    }

    /** Returns a query asked at no known time; it has no dates. */
    public static AnalyzedQuery of(String text, @Nullable Embedding vector) {
        return new AnalyzedQuery(text, vector, LanguageSet.ENGLISH, null);
    }

    /** Returns the query with the terms that it has in other languages, those of the messages of a scope. */
    public AnalyzedQuery in(LanguageSet others) {
        return languages.equals(others) ? this : new AnalyzedQuery(text, vector, others, asked);
    }

    /**
     * Returns the query as asked on a day.
     *
     * @param day "yesterday" is the day before it
     */
    public AnalyzedQuery on(LocalDate day) {
        return new AnalyzedQuery(text, vector, languages, day);
    }

    /** Returns the query with another vector, or without one. */
    public AnalyzedQuery with(@Nullable Embedding otherVector) {
        return new AnalyzedQuery(text, otherVector, languages, asked);
    }

    /** Returns the days that the query names. */
    List<DateInterval> dates() {
        if (asked == null) {
            return List.of();
        }
        String question = searched(text);
        return DateReader.ofQuestion(question, languages.of(question).tag(), asked);
    }

    /** Returns whether the query names days, as far as it is asked on a day. */
    public boolean namesTime() {
        return !dates().isEmpty();
    }

    String text() {
        return text;
    }

    /**
     * Returns the distinct terms, in order, those of records of before last. Analysed on demand and once for all signals: a semantic
     * search needs none.
     */
    public List<String> terms() {
        List<String> known = terms;
        if (known == null) {
            List<String> own = languages.terms(searched(text));
            words = own.size();
            known = new ArrayList<>(own);
            known.addAll(languages.earlierTerms(searched(text)));
            terms = known;
        }
        return known;
    }

    /** Returns the number of terms without those of records of before. */
    public int words() {
        terms();
        return words;
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
    public Embedding vector() {
        return vector;
    }

    /**
     * Returns the part of a text that is searched: a question as a whole, of a pasted document the beginning and the
     * end, where the request stands. A document has thousands of words, and each is looked up in the whole scope.
     */
    public static String searched(String text) {
        return ends(text, SizeLimits.SEARCHED);
    }

    /** Returns the part of a text that is embedded: a question as a whole, of a longer text its beginning and end. */
    public static String embedded(String text) {
        return ends(text, SizeLimits.EMBEDDED);
    }

    private static String ends(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int half = most / 2;
        int first = Character.isHighSurrogate(text.charAt(half - 1)) ? half - 1 : half;
        int last = text.length() - half;
        last = Character.isLowSurrogate(text.charAt(last)) ? last + 1 : last;
        return text.substring(0, first) + "\n" + text.substring(last);
    }
}
