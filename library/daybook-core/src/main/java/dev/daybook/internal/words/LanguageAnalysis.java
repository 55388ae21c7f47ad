package dev.daybook.internal.words;

import java.text.Normalizer;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.de.GermanLightStemFilter;
import org.apache.lucene.analysis.de.GermanNormalizationFilter;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.es.SpanishLightStemFilter;
import org.apache.lucene.analysis.fr.FrenchLightStemFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.util.ElisionFilter;

/**
 * The analyzer of a language other than English, from the parts of Lucene. Text in a Latin script loses its stop words and
 * endings. In Chinese, Japanese and Korean each pair of neighbouring characters is a term. English words within a text of another
 * script become the same terms as in an English text. Thread-safe.
 */
final class LanguageAnalysis {

    private static final Pattern MARKS = Pattern.compile("\\p{M}");

    private final Analyzer analyzer;

    /**
     * @param stemmer the name of a light stemmer below or of a Snowball stemmer; empty for none
     * @param elisions words that lose their vowel before another
     */
    LanguageAnalysis(TextScript script, String stemmer, List<String> stopWords, List<String> elisions) {
        CharArraySet stops = new CharArraySet(stopWords, false);
        stopWords.forEach(word -> stops.add(withoutAccents(word)));
        CharArraySet elided = new CharArraySet(elisions, false);
        this.analyzer = new Analyzer(AnalyzerParts.REUSE) {
            @Override
            protected TokenStreamComponents createComponents(String field) {
                StandardTokenizer words = new StandardTokenizer();
                TokenStream terms = new LowerCaseFilter(new CJKWidthFilter(words));
                terms = new EnglishPossessiveFilter(elided.isEmpty() ? terms : new ElisionFilter(terms, elided));
                terms = script == TextScript.LATIN
                        ? new ASCIIFoldingFilter(stemmed(new StopFilter(terms, stops), stemmer))
                        : amongEnglish(script, terms, stops, stemmer);
                return new TokenStreamComponents(words, terms);
            }
        };
    }

    /** Many people write without accents. */
    private static String withoutAccents(String word) {
        return MARKS.matcher(Normalizer.normalize(word, Normalizer.Form.NFD)).replaceAll("");
    }

    private static TokenStream amongEnglish(TextScript script, TokenStream words, CharArraySet stops, String stemmer) {
        TokenStream terms = EnglishAnalyzer.withoutStopWords(new ASCIIFoldingFilter(words));
        terms = script.pairs() ? CharacterPairs.of(script, terms) : terms;
        return EnglishAnalyzer.stemmed(stemmed(new StopFilter(terms, stops), stemmer));
    }

    /** Adds the stemmer. Light stemmers remove plurals and genders only, which suits search (Savoy, 2006). */
    private static TokenStream stemmed(TokenStream terms, String stemmer) {
        return switch (stemmer) {
            case "" -> terms;
            case "GermanLight" -> new GermanLightStemFilter(new GermanNormalizationFilter(terms));
            case "FrenchLight" -> new FrenchLightStemFilter(terms);
            case "SpanishLight" -> new SpanishLightStemFilter(terms);
            default -> new SnowballFilter(terms, stemmer);
        };
    }

    /** Returns the terms of a text, in order, with repetitions. */
    List<String> terms(String text) {
        return EnglishAnalyzer.terms(analyzer, text);
    }

    /** Returns the terms that records of before the {@link SearchForm} have for a text. */
    List<String> earlierTerms(String text) {
        return EnglishAnalyzer.termsAsWritten(analyzer, Normalizer.normalize(text, Normalizer.Form.NFC));
    }
}
