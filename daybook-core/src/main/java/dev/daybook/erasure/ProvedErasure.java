package dev.daybook.erasure;

import dev.daybook.data.ErasureReceipt;

/**
 * A forget and its evidence.
 *
 * @param erasure the receipt of the forget, as it is after the wait
 * @param evidence the search of the files after it
 */
public record ProvedErasure(ErasureReceipt erasure, ErasureEvidence evidence) {

    /** Whether the bytes have left the files, by the receipt and by the search. */
    public boolean proved() {
        return (erasure.bytes() == ErasureReceipt.Bytes.GONE || erasure.count() == 0) && evidence.nothingFound();
    }
}
