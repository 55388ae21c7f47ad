package dev.daybook.error;

/**
 * A refused erasure: the space is under a legal hold ({@link dev.daybook.query.SpaceSettings#legalHold()}). Nothing was erased. A
 * retry succeeds after the hold has ended; the message has its reason.
 */
public final class LegalHoldException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    public LegalHoldException(String message) {
        super(message);
    }
}
