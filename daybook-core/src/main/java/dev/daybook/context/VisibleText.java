package dev.daybook.context;

import java.util.HexFormat;

/**
 * Text in which each character is seen. What is shown as nothing, steers how text is shown or ends a line is written out
 * as {@code \\u{200B}}: controls, other line separators, bidirectional overrides, tags, variation selectors, fillers,
 * private use. A sentence can be hidden in them, one character for each of its bytes. A newline and a tab stay.
 *
 * <p>The escape can be read back: of a run of backslashes before it, or before what only looks like it, each is doubled,
 * and an odd number of them stands before an escape of ours alone. All other backslashes stay as they are.
 */
final class VisibleText {

    /** Not {@code String.format}: a text of nothing else would take seconds. */
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private static final int EMOJI_SELECTOR = 0xFE0F;
    private static final int KEYCAP = 0x20E3;

    /** Characters of other types than symbols that a selector turns into an emoji. */
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

    /** On one line between quotation marks; every backslash and quotation mark in it has a backslash before it. */
    static String quoted(String text) {
        return '"' + named(text, '"') + '"';
    }

    /** On one line; every backslash, and the mark that ends it, has a backslash before it. */
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

    /** A single one belongs to the emoji before it; each further one is unseen. */
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
            // Pictograms are added there each year, and an older Java does not know the latest.
            case Character.UNASSIGNED -> c >= FIRST_PICTOGRAM && c <= LAST_PICTOGRAM;
            default -> !isBlankOrIgnorable(c);
        };
    }

    /** Letters, marks and symbols that have no shape: the default ignorable ones of Unicode, and two blank symbols. */
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
