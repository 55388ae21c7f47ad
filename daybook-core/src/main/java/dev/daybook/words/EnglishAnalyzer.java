package dev.daybook.words;

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
 * are and can be found. The only class that depends on Lucene. Thread-safe.
 */
public final class EnglishAnalyzer {

    /**
     * The name and version of the analysis, stored with the terms. A changed analysis gets a new name, and old records
     * are made again.
     */
    public static final String NAME = "en-1";

    /**
     * Stop words: articles, pronouns, prepositions, conjunctions, auxiliaries and question words. They occur in nearly
     * every message and every question, so a match on them carries no information.
     */
    private static final CharArraySet STOP_WORDS = new CharArraySet(
            List.of(("a an the and or but nor so if then than as of at by for with about against between into"
                            + " through during before after above below to from up down in out on off over under"
                            + " again further once here there when where why how all any both each few more most"
                            + " other some such no not only own same too very just also i me my myself we our ours"
                            + " ourselves you your yours yourself he him his himself she her hers herself it its"
                            + " itself they them their theirs themselves what which who whom whose this that these"
                            + " those am is are was were be been being have has had having do does did doing will"
                            + " would shall should can could might must don't didn't doesn't isn't aren't wasn't"
                            + " weren't hasn't haven't hadn't won't wouldn't couldn't shouldn't can't"
                            + " i'm i've i'll i'd you're you've you'll you'd he'll he'd she'll she'd it'll we're we've we'll"
                            + " we'd they're they've they'll they'd that'll who'll there'll im ive")
                    .split(" ")),
            false);

    private static final Analyzer ANALYZER = new Analyzer() {
        @Override
        protected TokenStreamComponents createComponents(String field) {
            StandardTokenizer words = new StandardTokenizer();
            TokenStream terms = new LowerCaseFilter(words);
            terms = new EnglishPossessiveFilter(terms);
            terms = new ASCIIFoldingFilter(terms);
            terms = new StopFilter(terms, STOP_WORDS);
            terms = new StemFilter(terms);
            return new TokenStreamComponents(words, new SnowballFilter(terms, new EnglishStemmer()));
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

    /** Returns the terms of a text, in order, with repetitions. */
    public static List<String> terms(String text) {
        List<String> terms = new ArrayList<>();
        try (TokenStream stream = ANALYZER.tokenStream("", text)) {
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
