package dev.daybook.internal.context;

import dev.daybook.internal.text.LetterCase;
import java.util.HexFormat;

/**
 * Text without invisible characters. Characters that are shown as nothing, control the display or end a line are
 * written as {@code \\u{200B}}: controls, line separators, bidirectional overrides, tags, variation selectors, fillers,
 * private use. Such characters can smuggle a hidden sentence (prompt injection), one for each of its bytes. Newline and
 * tab stay.
 *
 * <p>The escape is reversible: in a run of backslashes before an escape, or before its look-alike, each is doubled, and
 * only a true escape follows an odd number of them. All other backslashes stay.
 */
final class VisibleText {

    /** Not {@code String.format}, which would take seconds for a text of such characters only. */
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private static final int EMOJI_SELECTOR = 0xFE0F;
    private static final int KEYCAP = 0x20E3;

    /** Characters outside the symbol types that a selector turns into an emoji. */
    private static final String EMOJI_PUNCTUATION = "\u203C\u2049\u2139\u3030\u303D";

    private static final int FIRST_ARROW = 0x2190;
    private static final int FIRST_PICTOGRAM = 0x1F000;
    private static final int LAST_PICTOGRAM = 0x1FAFF;

    private final String text;
    private final StringBuilder visible;
    private int backslashes;

    private VisibleText(String text) {
        this.text = text;
        this.visible = new StringBuilder(text.length());
    }

    static String of(String text) {
        return new VisibleText(text).written();
    }

    /** Returns the text on one line in quotation marks, with backslashes and quotation marks escaped. */
    static String quoted(String text) {
        return '"' + named(text, '"') + '"';
    }

    /** Returns the text on one line, with backslashes and the end mark escaped. */
    static String named(String text, char end) {
        StringBuilder named = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (c < ' ' || !isVisible(c)) {
                escape(named, c);
            } else {
                named.append(c == '\\' || c == end ? "\\" : "").appendCodePoint(c);
            }
        });
        return named.toString();
    }

    /** Escapes the first character of a visible text that is no space, if it is one of the marks. */
    static String escapedStart(String visible, String marks) {
        int begin = 0;
        while (begin < visible.length() && isSpace(visible.charAt(begin))) {
            begin++;
        }
        if (begin == visible.length() || marks.indexOf(visible.charAt(begin)) < 0) {
            return visible;
        }
        String mark = LetterCase.upper(Integer.toHexString(visible.charAt(begin)));
        return visible.substring(0, begin) + "\\u{" + mark + "}" + visible.substring(begin + 1);
    }

    private static boolean isSpace(char c) {
        return c == '\t' || Character.isSpaceChar(c);
    }

    private String written() {
        int previous = -1;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (c == '\\') {
                backslashes++;
            } else if (isVisible(c) || isEmojiSelector(previous, c, i)) {
                flush(c == 'u' && i < text.length() && text.charAt(i) == '{');
                visible.appendCodePoint(c);
            } else {
                flush(true);
                escape(visible, c);
            }
            previous = c;
        }
        flush(false);
        return visible.toString();
    }

    private void flush(boolean doubled) {
        visible.append("\\".repeat(doubled ? 2 * backslashes : backslashes));
        backslashes = 0;
    }

    private static void escape(StringBuilder to, int c) {
        String digits = HEX.toHexDigits(c).substring(Math.min(4, Integer.numberOfLeadingZeros(c) / 4));
        to.append("\\u{").append(digits).append('}');
    }

    /** Returns whether a variation selector belongs to the emoji before it. Only the first one does. */
    private boolean isEmojiSelector(int previous, int c, int next) {
        if (c != EMOJI_SELECTOR || previous < 0) {
            return false;
        }
        if (previous <= '9' && "0123456789#*".indexOf(previous) >= 0) {
            return next < text.length() && text.codePointAt(next) == KEYCAP;
        }
        int type = Character.getType(previous);
        return (type == Character.OTHER_SYMBOL || type == Character.MATH_SYMBOL && previous >= FIRST_ARROW)
                        && isVisible(previous)
                || EMOJI_PUNCTUATION.indexOf(previous) >= 0;
    }

    static boolean isVisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL -> c == '\n' || c == '\t';
            case Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.SURROGATE -> false;
            // Unicode adds pictograms there each year, and an older Java does not know the latest.
            case Character.UNASSIGNED -> c >= FIRST_PICTOGRAM && c <= LAST_PICTOGRAM;
            default -> !isBlankOrIgnorable(c);
        };
    }

    /**
     * Returns whether a letter, mark or symbol has no shape: the default ignorable characters of Unicode, and two blank
     * symbols.
     */
    private static boolean isBlankOrIgnorable(int c) {
        return switch (c) {
            case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x16FE4, 0x1D159 -> true;
            default ->
                c >= 0x180B && c <= 0x180F
                        || c >= 0xFE00 && c <= 0xFE0F
                        || c >= 0xFFF0 && c <= 0xFFF8
                        || c >= 0xE0000 && c <= 0xE0FFF;
        };
    }
}
