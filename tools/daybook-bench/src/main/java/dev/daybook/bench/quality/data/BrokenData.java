package dev.daybook.bench.quality.data;

/** The failure for a file with invalid content; the message names the file, the line and the remedy. */
public final class BrokenData extends RuntimeException {
    public BrokenData(String message) {
        super(message);
    }
}
