package dev.daybook.bench.quality.data;

/** A file or folder that was named is not there. */
public final class NotThere extends RuntimeException {
    public NotThere(String message) {
        super(message);
    }
}
