package dev.daybook.outcome;

import dev.daybook.model.Kind;
import dev.daybook.query.SpaceSettings;
import java.time.OffsetDateTime;
import java.util.EnumMap;
import java.util.Map;

/**
 * The receipt of a forget. From then on no view shows the forgotten entries; {@link #bytes()} tells whether the files
 * still contain their bytes.
 *
 * @param operation the id of the operation in the audit log; empty for a dry run
 * @param counts the number of erased entries by kind, with removed blocks whose history is erased; an entry that only lost
 *     earlier versions is not counted
 * @param at the time of the forget
 * @param number the store's number of this erasure; zero if there was nothing to erase, {@link #ALL} if the number is
 *     unknown
 * @param keptHashes the number of keyed hashes of the erased texts that the space keeps to refuse these texts
 *     ({@link SpaceSettings#refuseForgotten()})
 */
public record ErasureReceipt(
        String operation, Map<Kind, Long> counts, OffsetDateTime at, long number, Bytes bytes, long keptHashes) {

    /** The number that stands for every erasure so far. */
    public static final long ALL = Long.MAX_VALUE;

    public ErasureReceipt {
        counts = Map.copyOf(counts);
    }

    /** The state of the erased bytes. */
    public enum Bytes {
        /** Not readable through Daybook, but not yet gone from the files. */
        PENDING,
        /**
         * Not readable from the files of the store: they do not contain the bytes, or only encrypted with a key that is
         * destroyed.
         */
        GONE,
        /**
         * The store cannot erase bytes, or it was a dry run. A remote server keeps its own files; the page of the store says
         * where bytes remain, and how an operator removes them.
         */
        KEPT
    }

    /** Returns the receipt of both erasures of one operation; the bytes are gone when both are. */
    public ErasureReceipt and(ErasureReceipt next) {
        Map<Kind, Long> all = new EnumMap<>(Kind.class);
        all.putAll(counts);
        next.counts.forEach((kind, count) -> all.merge(kind, count, Long::sum));
        return new ErasureReceipt(
                operation.isEmpty() ? next.operation : operation,
                all,
                next.at,
                Math.max(number, next.number),
                bytes == Bytes.PENDING || bytes == Bytes.KEPT ? bytes : next.bytes,
                keptHashes + next.keptHashes);
    }

    /** Returns the number of erased entries of all kinds. */
    public long count() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
