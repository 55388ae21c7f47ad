package dev.daybook.internal.checks;

import java.util.HexFormat;

/**
 * Quotes a text on one line as Python's {@code repr} does: in single quotes, or in double quotes if the text contains
 * only single ones; unprintable characters are escaped.
 */
public final class QuotedText {

    private static final HexFormat HEX = HexFormat.of();

    private QuotedText() {}

    public static String text(String text) {
        char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
        StringBuilder quoted = new StringBuilder(text.length() + 2).append(quote);
        text.codePoints().forEach(c -> append(quoted, c, quote));
        return quoted.append(quote).toString();
    }

    private static void append(StringBuilder quoted, int c, char quote) {
        switch (c) {
            case '\n' -> quoted.append("\\n");
            case '\r' -> quoted.append("\\r");
            case '\t' -> quoted.append("\\t");
            case '\\' -> quoted.append("\\\\");
            default -> {
                if (c == quote) {
                    quoted.append('\\').appendCodePoint(c);
                } else if (c == ' ' || isPrintable(c)) {
                    quoted.appendCodePoint(c);
                } else if (c < 0x100) {
                    quoted.append("\\x").append(HEX.toHexDigits((byte) c));
                } else if (c < 0x10000) {
                    quoted.append("\\u").append(HEX.toHexDigits((short) c));
                } else {
                    quoted.append("\\U").append(HEX.toHexDigits(c));
                }
            }
        }
    }

    private static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SPACE_SEPARATOR -> false;
            default -> true;
        };
    }
}
