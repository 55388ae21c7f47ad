package dev.daybook.bench.quality;

/** A file is there but does not hold what it should; the message names the file, the line and the remedy. */
final class BrokenData extends RuntimeException {
    BrokenData(String message) {
        super(message);
    }
}
