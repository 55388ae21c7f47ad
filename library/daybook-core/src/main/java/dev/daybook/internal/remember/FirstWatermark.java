package dev.daybook.internal.remember;

import dev.daybook.model.Scope;
import java.util.OptionalLong;

/**
 * Tells whether a write of entries with vectors may store the first watermark of vectors in its scope, so that no pass
 * reads the entries again to store it.
 */
@FunctionalInterface
public interface FirstWatermark {

    /**
     * Returns the revision up to which every entry of a scope without a watermark has vectors. It need not be the present
     * revision of the scope: the batch with the watermark must expect it.
     *
     * @return empty if the scope has a watermark, or needs a pass
     */
    OptionalLong after(Scope scope);
}
