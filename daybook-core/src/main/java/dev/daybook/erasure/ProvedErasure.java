package dev.daybook.erasure;

import dev.daybook.data.Erasure;

/**
 * A forget and its evidence.
 *
 * @param erasure the receipt of the forget, as it is after the wait
 * @param evidence the search of the files after it
 */
public record ProvedErasure(Erasure erasure, ErasureEvidence evidence) {

    /** Whether the bytes have left the files, by the receipt and by the search. */
    public boolean proved() {
        return (erasure.bytes() == Erasure.Bytes.GONE || erasure.count() == 0) && evidence.nothingFound();
    }
}
