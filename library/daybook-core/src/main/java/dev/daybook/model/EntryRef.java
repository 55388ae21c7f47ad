package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;

/**
 * A reference to an entry: ids are unique per scope and kind, so all three are needed.
 *
 * @param id 1 to 512 code points, as {@link Space#id()}
 */
public record EntryRef(Scope scope, Kind kind, String id) {
    public EntryRef {
        ArgumentChecks.present("scope", scope);
        ArgumentChecks.present("kind", kind);
        ArgumentChecks.id("id", id);
    }
}
