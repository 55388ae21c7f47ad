package dev.daybook.store;

/**
 * A version conflict: an entry or state was not at the version that the batch expected. Nothing was changed; read
 * again, then repeat the change.
 */
public final class ConflictException extends RuntimeException {
    public ConflictException(String message) {
        super(message);
    }
}
