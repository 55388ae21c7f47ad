package dev.daybook.internal.window;

import java.util.regex.Pattern;

/** Quotes a recalled text for a prompt that another program frames: each line is behind {@code >}. */
public final class QuotedLines {

    private static final String MARK = "> ";

    /** Also the line breaks of Unicode, which a model may read as such. */
    private static final Pattern LINE_BREAK = Pattern.compile("\\R");

    private QuotedLines() {}

    /** Puts every line behind the mark. */
    public static String of(String text) {
        return MARK + LINE_BREAK.matcher(text).replaceAll("\n" + MARK);
    }
}
