package dev.daybook.spi;

/** An entry or state was not what the batch expected. Nothing was changed; read again and decide anew. */
public final class ConflictException extends RuntimeException {
    public ConflictException(String message) {
        super(message);
    }
}
