package dev.daybook.spring;

/**
 * A chat without a user, or without a tenant or a session: nothing was written, and no model was asked. A retry does not
 * help. The message shows the line to add, for the programmer; a web application answers 401 or 400.
 */
public final class MissingUserException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    MissingUserException(String message) {
        super(message);
    }

    MissingUserException(String message, MissingUserException cause) {
        super(message, cause);
    }
}
