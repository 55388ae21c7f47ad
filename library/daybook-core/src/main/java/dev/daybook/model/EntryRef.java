package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.NullChecks;

/**
 * A reference to an entry: ids are unique per scope and kind, so all three are needed.
 *
 * @param id 1 to 512 code points, as {@link Space#id()}
 */
public record EntryRef(Scope scope, Kind kind, String id) {
    public EntryRef {
        NullChecks.present("scope", scope);
        NullChecks.present("kind", kind);
        ArgumentChecks.id("id", id);
    }
}
