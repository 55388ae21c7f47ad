package dev.daybook.internal.words;

import org.apache.lucene.analysis.FilteringTokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/**
 * The terms of scripts without words: each pair of neighbouring characters, and in Chinese and Japanese also each Chinese
 * character, which is a word by itself more often than not. A single kana or syllable has no meaning.
 */
final class CharacterPairs extends FilteringTokenFilter {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final TypeAttribute type = addAttribute(TypeAttribute.class);

    private CharacterPairs(TokenStream terms) {
        super(terms);
    }

    static TokenStream of(TextScript script, TokenStream words) {
        // Korean is written with spaces, and the filter keeps a word of one syllable.
        return script == TextScript.HANGUL
                ? new CJKBigramFilter(words)
                : new CharacterPairs(new CJKBigramFilter(
                        words,
                        CJKBigramFilter.HAN
                                | CJKBigramFilter.HIRAGANA
                                | CJKBigramFilter.KATAKANA
                                | CJKBigramFilter.HANGUL,
                        true));
    }

    @Override
    protected boolean accept() {
        TextScript first = TextScript.of(Character.codePointAt(term.buffer(), 0, term.length()));
        return switch (type.type()) {
            case CJKBigramFilter.SINGLE_TYPE -> first == TextScript.HAN;
            // A word rarely begins in one script and ends in the other, but particles follow words.
            case CJKBigramFilter.DOUBLE_TYPE ->
                first == TextScript.of(Character.codePointBefore(term.buffer(), term.length(), 0));
            default -> true;
        };
    }
}
