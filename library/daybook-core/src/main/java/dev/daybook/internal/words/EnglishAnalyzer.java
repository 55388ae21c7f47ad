package dev.daybook.internal.words;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.KeywordAttribute;
import org.tartarus.snowball.ext.EnglishStemmer;

/**
 * The analyzer of English text: splits by the word boundaries of Unicode (UAX #29), lowercases, removes accents,
 * possessives and stop words, and stems (Snowball English, or Porter 2). Words of other languages stay nearly as they
 * are and can be found; {@link MessageLanguage} analyses them better. Thread-safe.
 */
public final class EnglishAnalyzer {

    /**
     * The name and version of the first analysis, and of the form of a term record. Another language is a number in the
     * record: see {@link MessageLanguage#number}. A changed form gets a new name, and old records are made again.
     */
    public static final String NAME = "en-1";

    private static final CharArraySet STOP_WORDS =
            new CharArraySet(new LanguageFolder("en").words("stop-words.txt"), false);

    private static final Analyzer ANALYZER = new Analyzer(AnalyzerParts.REUSE) {
        @Override
        protected TokenStreamComponents createComponents(String field) {
            StandardTokenizer words = new StandardTokenizer();
            TokenStream terms = new LowerCaseFilter(words);
            terms = new EnglishPossessiveFilter(terms);
            terms = new ASCIIFoldingFilter(terms);
            return new TokenStreamComponents(words, stemmed(withoutStopWords(terms)));
        }
    };

    /**
     * Marks terms that the stemmer leaves as they are, so that it skips them. Stemming takes more time than the rest of
     * the analysis, because the stemmer tries its suffixes step by step; but a term that ends in none of them never
     * changes, and two letters tell that of most terms.
     */
    private static final class StemFilter extends TokenFilter {

        private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
        private final KeywordAttribute keyword = addAttribute(KeywordAttribute.class);

        StemFilter(TokenStream terms) {
            super(terms);
        }

        @Override
        public boolean incrementToken() throws IOException {
            if (!input.incrementToken()) {
                return false;
            }
            keyword.setKeyword(!mayChange(term.buffer(), term.length()));
            return true;
        }

        /** Tests for the last two letters of all suffixes, and for a leading apostrophe, which is removed. */
        private static boolean mayChange(char[] letters, int length) {
            if (length < 2 || letters[0] == '\'') {
                return true;
            }
            char before = letters[length - 2];
            return switch (letters[length - 1]) {
                case 's', 'e', 'y', '\'' -> true;
                case 'd' -> before == 'e';
                case 'r' -> before == 'e' || before == 'o';
                case 'g' -> before == 'n';
                case 'l' -> before == 'a' || before == 'u' || before == 'l';
                case 'i' -> before == 'c' || before == 'l' || before == 't' || before == 'g';
                case 'n' -> before == 'o';
                case 'm' -> before == 's';
                case 'c' -> before == 'i';
                case 't' -> before == 'n';
                default -> false;
            };
        }
    }

    private EnglishAnalyzer() {}

    static TokenStream withoutStopWords(TokenStream terms) {
        return new StopFilter(terms, STOP_WORDS);
    }

    static TokenStream stemmed(TokenStream terms) {
        return new SnowballFilter(new StemFilter(terms), new EnglishStemmer());
    }

    /** Returns the terms of a text, in order, with repetitions. */
    public static List<String> terms(String text) {
        return terms(ANALYZER, text);
    }

    /** Returns the terms that records of before the {@link SearchForm} have for a text. */
    static List<String> earlierTerms(String text) {
        return termsAsWritten(ANALYZER, text);
    }

    static List<String> terms(Analyzer analyzer, String text) {
        return termsAsWritten(analyzer, SearchForm.of(text));
    }

    static List<String> termsAsWritten(Analyzer analyzer, String text) {
        List<String> terms = new ArrayList<>();
        try (TokenStream stream = analyzer.tokenStream("", text)) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                terms.add(term.toString());
            }
            stream.end();
        } catch (IOException impossible) {
            throw new UncheckedIOException("a text in memory cannot be read", impossible);
        }
        return terms;
    }
}
