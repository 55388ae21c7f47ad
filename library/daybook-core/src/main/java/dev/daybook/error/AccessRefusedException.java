package dev.daybook.error;

/**
 * A refused operation: the key of the caller lacks the right, or its trust is below the trust that the operation needs
 * ({@code SECURITY.md}). Nothing was changed, and a retry does not help; the message names the remedy.
 */
public final class AccessRefusedException extends SecurityException {

    private static final long serialVersionUID = 1L;

    public AccessRefusedException(String message) {
        super(message);
    }
}
