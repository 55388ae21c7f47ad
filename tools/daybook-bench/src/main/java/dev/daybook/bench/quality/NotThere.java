package dev.daybook.bench.quality;

/** A file or folder that was named is not there. */
final class NotThere extends RuntimeException {
    NotThere(String message) {
        super(message);
    }
}
