package dev.daybook.data;

/**
 * What was asked for was there once, and is not any more. Trying again does not help; the message says what is left to do.
 */
public final class GoneException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public GoneException(String message) {
        super(message);
    }
}
