package dev.daybook.erasure;

import dev.daybook.data.ErasureReceipt;

/**
 * A forget and its evidence.
 *
 * @param erasure the receipt of the forget after the wait
 * @param evidence the result of searching the files afterwards
 */
public record ProvedErasure(ErasureReceipt erasure, ErasureEvidence evidence) {

    /** Returns whether both the receipt and the search show that the bytes have left the files. */
    public boolean proved() {
        return (erasure.bytes() == ErasureReceipt.Bytes.GONE || erasure.count() == 0) && evidence.nothingFound();
    }
}
