package dev.daybook.internal.codec;

/**
 * The vectors of an entry as plain arrays, without the copies of an {@link EntryVectors}. Not a record, because it owns
 * arrays.
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

    /** Returns the distinct vectors, all of one width. The caller owns them. */
    public float[][] distinct() {
        return distinct;
    }

    /** Returns the index of the vector of the whole entry. */
    public int entry() {
        return entry;
    }

    /** Returns the number of messages. */
    public int messages() {
        return messages.length;
    }

    /** Returns the index of the vector of a message. */
    public int message(int index) {
        return messages[index];
    }
}
