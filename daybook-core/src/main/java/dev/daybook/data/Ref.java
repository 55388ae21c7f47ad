package dev.daybook.data;

/**
 * Points to an entry: ids are unique per scope and kind, so all three are needed.
 *
 * @param id 1 to 512 code points, as {@link Space#id()}
 */
public record Ref(Scope scope, Kind kind, String id) {
    public Ref {
        Require.present("scope", scope);
        Require.present("kind", kind);
        Require.id("id", id);
    }
}
