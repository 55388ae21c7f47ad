package dev.daybook.server.mcp;

/**
 * JSON with comments and trailing commas, as in editors' settings. Both become spaces, so that positions in the plain
 * text are positions in the original.
 */
final class JsonWithComments {

    private JsonWithComments() {}

    /** Returns the text of the same length without comments and trailing commas. */
    static String plain(String text) {
        char[] plain = withoutComments(text).toCharArray();
        int comma = -1;
        int at = 0;
        while (at < plain.length) {
            char here = plain[at];
            if (here == '}' || here == ']') {
                if (comma >= 0) {
                    plain[comma] = ' ';
                }
            }
            if (!Character.isWhitespace(here)) {
                comma = here == ',' ? at : -1;
            }
            at = here == '"' ? endOfString(plain, at) : at + 1;
        }
        return new String(plain);
    }

    /** Returns the text of the same length without comments. */
    static String withoutComments(String text) {
        char[] plain = text.toCharArray();
        int at = 0;
        while (at < plain.length) {
            if (plain[at] == '"') {
                at = endOfString(plain, at);
            } else if (plain[at] == '/' && at + 1 < plain.length && (plain[at + 1] == '/' || plain[at + 1] == '*')) {
                at = blankComment(plain, at);
            } else {
                at++;
            }
        }
        return new String(plain);
    }

    /** Returns the position after the string that begins here; the end of the text if it is not closed. */
    static int endOfString(char[] text, int begin) {
        int at = begin + 1;
        while (at < text.length && text[at] != '"') {
            at += text[at] == '\\' ? 2 : 1;
        }
        return Math.min(at + 1, text.length);
    }

    private static int blankComment(char[] text, int begin) {
        int end = text[begin + 1] == '/' ? endOfLine(text, begin) : endOfComment(text, begin + 2);
        for (int at = begin; at < end; at++) {
            if (text[at] != '\n' && text[at] != '\r') {
                text[at] = ' ';
            }
        }
        return end;
    }

    private static int endOfLine(char[] text, int begin) {
        int at = begin;
        while (at < text.length && text[at] != '\n' && text[at] != '\r') {
            at++;
        }
        return at;
    }

    private static int endOfComment(char[] text, int begin) {
        int at = begin;
        while (at + 1 < text.length && !(text[at] == '*' && text[at + 1] == '/')) {
            at++;
        }
        return Math.min(at + 2, text.length);
    }
}
