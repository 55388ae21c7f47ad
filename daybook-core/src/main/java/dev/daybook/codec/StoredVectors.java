package dev.daybook.codec;

/**
 * The vectors of an entry as plain numbers, for whoever makes something of its own of them: an {@link EntryVectors} would
 * be two copies more of each. Not a record: it owns arrays.
 */
public final class StoredVectors {

    private final float[][] distinct;
    private final int entry;
    private final int[] messages;

    StoredVectors(float[][] distinct, int entry, int[] messages) {
        this.distinct = distinct;
        this.entry = entry;
        this.messages = messages;
    }

    /** The vectors, each once, all of one width. They belong to the caller, who is the first to have them. */
    public float[][] distinct() {
        return distinct;
    }

    /** Which of them is that of the entry as a whole. */
    public int entry() {
        return entry;
    }

    /** How many messages there are. */
    public int messages() {
        return messages.length;
    }

    /** Which of them is that of a message. */
    public int message(int index) {
        return messages[index];
    }
}
