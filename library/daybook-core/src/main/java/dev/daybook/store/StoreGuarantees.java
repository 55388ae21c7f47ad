package dev.daybook.store;

/**
 * The guarantees of a store beyond its interface.
 *
 * @param durable whether acknowledged writes survive a crash of the process
 * @param atomicBatch whether a batch is atomic at every moment; if not, a partial batch is never readable, and an
 * interrupted one is completed at the next opening
 * @param conditional whether {@link EntryPut#expected}, {@link StateChange#expected} and {@link WriteBatch#expected} are
 * checked in the commit; if not, the library's write locks must suffice
 * @param manyProcesses whether several processes may open the store; only a conditional store may allow it
 * @param erasesBytes whether erased bytes leave the files, see {@link Store#bytes}
 * @param residentLimit the messages of a scope up to which the library keeps its scope index in memory
 */
public record StoreGuarantees(
        boolean durable,
        boolean atomicBatch,
        boolean conditional,
        boolean manyProcesses,
        boolean erasesBytes,
        long residentLimit) {

    /** Returns whether another process may change a scope between a read and a write of this one. */
    public boolean isShared() {
        return manyProcesses && conditional;
    }
}
