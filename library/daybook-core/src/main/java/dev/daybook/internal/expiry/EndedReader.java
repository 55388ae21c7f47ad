package dev.daybook.internal.expiry;

import dev.daybook.model.Entry;
import java.util.stream.Stream;

/** A memory whose ended entries can be read, for the proof of an erasure: their texts are in the files until the sweep. */
public interface EndedReader {

    /** Streams the entries that have ended and are not erased yet, in their current versions. */
    Stream<Entry> ended();
}
