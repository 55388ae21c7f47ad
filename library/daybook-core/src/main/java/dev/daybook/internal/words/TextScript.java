package dev.daybook.internal.words;

import java.lang.Character.UnicodeScript;

/** A script with an analysis of its own. Text in any other script is analysed as Latin. */
enum TextScript {
    LATIN(false),
    CYRILLIC(false),
    HAN(true),
    KANA(true),
    HANGUL(true);

    /** The letters below need no lookup of their script. */
    private static final int FIRST_OTHER = 0x0370;

    private final boolean pairs;

    TextScript(boolean pairs) {
        this.pairs = pairs;
    }

    /** Returns whether the script writes words without spaces, or joins endings to them: its terms are pairs of characters. */
    boolean pairs() {
        return pairs;
    }

    /** Returns the script of a letter. */
    static TextScript of(int letter) {
        if (letter < FIRST_OTHER) {
            return LATIN;
        }
        UnicodeScript script = UnicodeScript.of(letter);
        return switch (script) {
            case CYRILLIC -> CYRILLIC;
            case HAN -> HAN;
            case HIRAGANA, KATAKANA -> KANA;
            case HANGUL -> HANGUL;
            default -> LATIN;
        };
    }
}
