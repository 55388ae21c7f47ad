package dev.daybook.data;

/**
 * What a write answers. The same id with the same content again gets the position and revision of the first write.
 *
 * @param id the entry's id, supplied or made
 * @param position its place in its scope, from 1
 * @param revision when its content was last changed, on the counter of its scope
 * @param durable whether it survives a crash of the process now; false only on a store in memory
 * @param words whether it can be found by words
 * @param vector whether it can be found by meaning: {@code PENDING} until the embedder has seen it, {@code OFF} without one
 * @param derived whether what follows from it has been looked at: {@code OFF} if nothing is derived behind the writes
 */
public record Receipt(
        String id, long position, long revision, boolean durable, Progress words, Progress vector, Progress derived) {

    /** The same, with another progress of the vector. */
    public Receipt vector(Progress vector) {
        return new Receipt(id, position, revision, durable, words, vector, derived);
    }

    /** The same, with another progress of what follows from it. */
    public Receipt derived(Progress derived) {
        return new Receipt(id, position, revision, durable, words, vector, derived);
    }

    /** How far a step behind the write has come. */
    public enum Progress {
        /** It will be done; {@code Memory.await} waits for it. */
        PENDING,
        DONE,
        /** It is not done here at all. */
        OFF
    }
}
