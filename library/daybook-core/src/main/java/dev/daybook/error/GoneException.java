package dev.daybook.error;

/**
 * A reference to an entry or operation that existed and was erased or replaced. A retry does not help; the message
 * names the remaining options.
 */
public final class GoneException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public GoneException(String message) {
        super(message);
    }
}
