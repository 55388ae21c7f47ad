package dev.daybook.codec;

import dev.daybook.data.Scope;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.Put;
import dev.daybook.spi.State;
import dev.daybook.spi.StateChange;
import dev.daybook.spi.Store;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The states of a scope that say whose vectors it holds, and up to which revision every entry has been given one. A scope
 * that changes its embedder has two until the new one has everything; then that of the old one goes.
 */
public final class VectorMarks {

    private static final String PREFIX = "embedded/";

    /** Nobody changes the embedder so often that there are more at a time. */
    private static final int MOST = 1_000;

    private VectorMarks() {}

    /** The marks of a scope, by the name of the embedder. */
    public static Map<String, Long> of(Store store, Scope scope) {
        Map<String, Long> marks = new LinkedHashMap<>();
        for (State state : store.states(scope, PREFIX, null, MOST).items()) {
            marks.put(state.name().substring(PREFIX.length()), new ByteReader(state.bytes()).number());
        }
        return marks;
    }

    /** A mark may lag behind, for it only saves reading at the next opening; it must never run ahead. */
    public static StateChange reached(Embedder embedder, long revision) {
        return new StateChange(
                PREFIX + embedder.name(),
                Put.ANY,
                new ByteWriter().number(revision).toBlob());
    }

    /** Takes away the mark of an embedder that is no longer searched with. */
    public static StateChange removed(String embedder) {
        return new StateChange(PREFIX + embedder, Put.ANY, null);
    }
}
