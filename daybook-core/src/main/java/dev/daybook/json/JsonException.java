package dev.daybook.json;

/** A text is not the JSON it should be. The message says what is wrong and at which character, never the text itself. */
public final class JsonException extends IllegalArgumentException {

    private final int position;
    private final boolean cutOff;

    JsonException(String problem, int position, boolean cutOff) {
        super("not JSON: " + problem + " at character " + (position + 1));
        this.position = position;
        this.cutOff = cutOff;
    }

    /** Where it went wrong: the index of a character, the length of the text at its end. */
    public int position() {
        return position;
    }

    /** Whether the text just ended too early: what is there may be the beginning of a value. */
    public boolean cutOff() {
        return cutOff;
    }
}
