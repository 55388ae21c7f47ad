package dev.daybook.bench.quality;

/** The failure for a file with invalid content; the message names the file, the line and the remedy. */
final class BrokenData extends RuntimeException {
    BrokenData(String message) {
        super(message);
    }
}
