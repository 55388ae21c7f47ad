package dev.daybook.internal.encryption;

/** A master key was given for a store whose contents are in clear. */
public final class ClearContentsException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    ClearContentsException(String message) {
        super(message);
    }
}
