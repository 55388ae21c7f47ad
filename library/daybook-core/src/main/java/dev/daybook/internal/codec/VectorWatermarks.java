package dev.daybook.internal.codec;

import dev.daybook.model.Scope;
import dev.daybook.spi.Embedder;
import dev.daybook.store.EntryPut;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The watermarks of vectors in a scope, one state per embedder: the revision up to which every entry has its vectors.
 * After a change of embedder a scope has two until the new one is complete; then the old one is removed.
 */
public final class VectorWatermarks {

    private static final String PREFIX = "embedded/";

    /** More embedders than a scope ever has at a time. */
    private static final int MAX = 1_000;

    private VectorWatermarks() {}

    /** Returns the watermarks of a scope, by embedder name. */
    public static Map<String, Long> of(Store store, Scope scope) {
        Map<String, Long> marks = new LinkedHashMap<>();
        for (ScopeState state : store.states(scope, PREFIX, null, MAX).items()) {
            marks.put(state.name().substring(PREFIX.length()), new ByteReader(state.bytes()).number());
        }
        return marks;
    }

    /**
     * Sets a watermark. It may lag behind, since it only saves reading at the next opening; it must never run ahead.
     */
    public static StateChange reached(Embedder embedder, long revision) {
        return new StateChange(
                PREFIX + embedder.name(),
                EntryPut.ANY,
                new ByteWriter().number(revision).toBlob());
    }

    /** Removes the watermark of an embedder that is no longer searched with. */
    public static StateChange removed(String embedder) {
        return new StateChange(PREFIX + embedder, EntryPut.ANY, null);
    }
}
