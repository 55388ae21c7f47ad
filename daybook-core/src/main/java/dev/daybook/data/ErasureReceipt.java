package dev.daybook.data;

import java.time.OffsetDateTime;
import java.util.Map;

/**
 * The receipt of a forget. When it is there, what was forgotten is gone from every view; {@link #bytes()} says whether
 * its bytes are gone from the files too.
 *
 * @param operation the id of the operation in the audit record; empty for a dry run
 * @param counts how many entries went, by kind; an entry that only lost earlier versions is not counted, a block that was
 *     removed before and only had its history left is
 * @param at when
 * @param number the store's number of this erasure; zero if nothing had to go, {@link #ALL} if it is not known any more
 */
public record ErasureReceipt(String operation, Map<Kind, Long> counts, OffsetDateTime at, long number, Bytes bytes) {

    /** Stands for every erasure so far. */
    public static final long ALL = Long.MAX_VALUE;

    public ErasureReceipt {
        counts = Map.copyOf(counts);
    }

    /** What became of the bytes. */
    public enum Bytes {
        /** Not readable through Daybook, but the files are still being rewritten. */
        PENDING,
        /** No file of the store holds them any more. */
        GONE,
        /** The store cannot erase bytes (a remote server keeps its own files), or it was a dry run. */
        KEPT
    }

    /** How many entries of all kinds went. */
    public long count() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
