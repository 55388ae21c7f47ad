package dev.daybook.server.json;

import dev.daybook.data.Entry;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Scope;
import dev.daybook.data.Settings;
import org.jspecify.annotations.Nullable;

/** One line of interchange, read. */
public sealed interface Line {

    /**
     * An episode; it always has an id.
     *
     * @param idGiven whether the id stood in the line; else it was made from the line
     */
    record OfEpisode(Scope scope, NewEpisode episode, boolean idGiven) implements Line {}

    /** An entry of another kind; it always has an id. */
    record OfEntry(Scope scope, Entry entry) implements Line {}

    /** A conversation, with its name or null. */
    record OfSession(Scope scope, String id, @Nullable String name) implements Line {}

    /** The settings of the space. */
    record OfSettings(Settings settings) implements Line {}
}
