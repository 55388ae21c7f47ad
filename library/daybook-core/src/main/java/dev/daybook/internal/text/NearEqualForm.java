package dev.daybook.internal.text;

/**
 * The form in which near-equal texts are equal: the {@link PlainForm} regardless of case, with one space for any white space,
 * with straight quotation marks, and without the punctuation at the end of a clause. Whatever can change what is said stays:
 * all words in their order, numbers with their signs and separators, question marks, brackets, symbols and emoji. So a text
 * with another number, another name or a negation has another form in every language. Decision 154.
 */
public final class NearEqualForm {

    /** The marks at the end of a clause. A semicolon is the question mark of Greek, so it stays. */
    private static final String ENDS = ".,!\u2026\u3002\u3001\uFF0C\uFF0E\uFF01\u060C\u06D4\u0964";

    /** The ends of a clause in scripts without spaces. */
    private static final String WIDE_ENDS = "\u3002\u3001\uFF0C\uFF01";

    private static final String APOSTROPHES = "\u2018\u2019\u02BC\uFF07";
    private static final String QUOTES = "\u201C\u201D\u201E\u00AB\u00BB\uFF02";
    private static final String QUESTION_MARKS = "\uFF1F\u061F";

    private NearEqualForm() {}

    /** Returns the form of a text, in time proportional to its length. */
    public static String of(String text) {
        String folded = PlainForm.folded(text);
        StringBuilder form = new StringBuilder(folded.length());
        boolean space = false;
        for (int i = 0; i < folded.length(); ) {
            int end = marks(folded, i);
            char letter = folded.charAt(i);
            if (isSpace(letter)) {
                space = true;
            } else if (end > i && isEnd(folded, i, end)) {
                space |= WIDE_ENDS.indexOf(letter) >= 0;
            } else {
                form.append(space && form.length() > 0 ? " " : "");
                appendPlain(form, folded, i, Math.max(end, i + 1));
                space = false;
            }
            i = Math.max(end, i + 1);
        }
        return form.toString();
    }

    /** Returns the end of the marks that begin at a place; the place itself if there is none. */
    private static int marks(String text, int from) {
        int end = from;
        while (end < text.length() && ENDS.indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        return end;
    }

    /**
     * Returns whether marks end a clause: they stand behind a word, and before white space or the end of the text; a wide mark
     * before the next word. The marks within "3.5" and before ".5" do not.
     */
    private static boolean isEnd(String text, int from, int end) {
        if (from == 0 || isSpace(text.charAt(from - 1))) {
            return false;
        }
        return end == text.length()
                || isSpace(text.charAt(end))
                || WIDE_ENDS.indexOf(text.charAt(end - 1)) >= 0 && !Character.isDigit(text.charAt(end));
    }

    private static boolean isSpace(char letter) {
        return Character.isWhitespace(letter) || Character.isSpaceChar(letter);
    }

    private static void appendPlain(StringBuilder form, String text, int from, int end) {
        char letter = text.charAt(from);
        if (APOSTROPHES.indexOf(letter) >= 0) {
            form.append('\'');
        } else if (QUOTES.indexOf(letter) >= 0) {
            form.append('"');
        } else if (QUESTION_MARKS.indexOf(letter) >= 0) {
            form.append('?');
        } else {
            form.append(text, from, end);
        }
    }
}
