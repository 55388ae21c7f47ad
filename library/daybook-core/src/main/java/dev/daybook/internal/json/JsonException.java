package dev.daybook.internal.json;

/** Invalid JSON. The message names the error and the position of the character, and never quotes the text. */
public final class JsonException extends IllegalArgumentException {

    private final int position;
    private final boolean cutOff;

    JsonException(String problem, int position, boolean cutOff) {
        super("not JSON: " + problem + " at character " + (position + 1));
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
}
