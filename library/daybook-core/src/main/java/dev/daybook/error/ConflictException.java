package dev.daybook.error;

/**
 * A version conflict: an entry, a state or the scope was not at the version that the batch expected. Nothing was
 * changed; read again, then repeat the change.
 */
public final class ConflictException extends RuntimeException {
    public ConflictException(String message) {
        super(message);
    }
}
