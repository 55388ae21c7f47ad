package dev.daybook.outcome;

/**
 * A forget and its evidence.
 *
 * @param erasure the receipt of the forget after the wait
 * @param evidence the result of searching the files afterwards
 */
public record ProvedErasure(ErasureReceipt erasure, ErasureEvidence evidence) {

    /**
     * Returns whether both the receipt and the search show that the bytes have left the files. A search that could not
     * look for a text, or into a file, shows nothing. A forget that erased nothing has nothing to prove.
     */
    public boolean proved() {
        return erasure.count() == 0
                || erasure.bytes() == ErasureReceipt.Bytes.GONE && evidence.isComplete() && evidence.nothingFound();
    }
}
