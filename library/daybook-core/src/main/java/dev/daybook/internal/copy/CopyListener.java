package dev.daybook.internal.copy;

import dev.daybook.model.Scope;

/** Receives the progress and the results of a {@link StoreCopy}, on the thread that runs it. */
public interface CopyListener {

    /** Called after each batch with the number of rows of the scope that were read so far. */
    void progress(Scope scope, long rows);

    /** Called for each verified scope; again for one that was written after that. */
    void copied(CopiedScope scope);
}
