package dev.daybook.outcome;

/**
 * The acknowledgement of a write. The same id with the same content again returns the position and revision of the
 * first write.
 *
 * @param id the entry's id, supplied or generated
 * @param position its place in its scope, from 1
 * @param revision the last change of its content, on the change counter of the scope
 * @param durable whether the write survives a crash of the process; false only for a store in memory
 * @param words whether keyword search finds it
 * @param vector whether semantic search finds it: {@code PENDING} until it is embedded, {@code OFF} without an embedder, or
 *     if the embedder refuses a text of it
 * @param derived whether its derivations ran: {@code OFF} if no language model derives in the background. Rules derive when
 *     the scope is idle, and nothing waits for them
 */
public record Receipt(
        String id, long position, long revision, boolean durable, Progress words, Progress vector, Progress derived) {

    /** Returns a copy with another progress of the vector. */
    public Receipt vector(Progress vector) {
        return new Receipt(id, position, revision, durable, words, vector, derived);
    }

    /** Returns a copy with another progress of the derivations. */
    public Receipt derived(Progress derived) {
        return new Receipt(id, position, revision, durable, words, vector, derived);
    }

    /** The progress of a step after a write. */
    public enum Progress {
        /** Not done yet; {@code Memory.await} waits for it. */
        PENDING,
        DONE,
        /** Never done here. */
        OFF
    }
}
