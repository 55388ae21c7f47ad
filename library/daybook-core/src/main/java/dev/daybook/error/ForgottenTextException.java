package dev.daybook.error;

/**
 * A refused write of a text that was forgotten in the same scope, while the space refuses such texts
 * ({@link dev.daybook.query.SpaceSettings#refuseForgotten()}). Nothing of the write was stored, also not the other texts of a batch. A
 * retry does not help; the message names the refused text by its place in the call, and the remedy.
 */
public final class ForgottenTextException extends RefusedTextException {

    private static final long serialVersionUID = 1L;

    public ForgottenTextException(String message) {
        super(message);
    }
}
