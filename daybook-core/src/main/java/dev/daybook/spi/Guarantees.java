package dev.daybook.spi;

/**
 * What a store promises beyond its interface.
 *
 * @param durable whether what was acknowledged survives a crash of the process
 * @param atomicBatch whether a batch is all or nothing at every moment; else it is repeatable: half of it is never
 *     readable, and what was begun is finished when the store is opened again
 * @param conditional whether {@link Put#expected} and {@link StateChange#expected} are checked in the same step as the
 *     write; else the library's own turns must do
 * @param manyProcesses whether several processes may have the store open
 * @param erasesBytes whether erased bytes leave the files, see {@link Store#bytes}
 * @param residentLimit the number of messages of one scope up to which the library holds its image in memory
 */
public record Guarantees(
        boolean durable,
        boolean atomicBatch,
        boolean conditional,
        boolean manyProcesses,
        boolean erasesBytes,
        long residentLimit) {}
