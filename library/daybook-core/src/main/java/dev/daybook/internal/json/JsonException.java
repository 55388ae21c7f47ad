package dev.daybook.internal.json;

/** Invalid JSON. The message has the line, the column and the error, and quotes nothing of the text but a key that occurs twice. */
public final class JsonException extends IllegalArgumentException {

    private final int position;
    private final boolean cutOff;

    JsonException(String problem, String text, int position, boolean cutOff) {
        super("not JSON" + place(text, position) + ": " + problem);
        this.position = position;
        this.cutOff = cutOff;
    }

    /** Returns the index of the wrong character, or the length of a truncated text. */
    public int position() {
        return position;
    }

    /** Returns whether the text is truncated, so that it may be the beginning of a value. */
    public boolean cutOff() {
        return cutOff;
    }

    /** Omits line 1: most texts are one line, which the caller names. */
    private static String place(String text, int position) {
        int begin = text.lastIndexOf('\n', position - 1) + 1;
        long line = 1 + text.chars().limit(begin).filter(c -> c == '\n').count();
        String column = "column " + (position - begin + 1);
        return line > 1 ? " at line " + line + ", " + column : " at " + column;
    }
}
