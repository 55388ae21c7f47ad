package dev.daybook.data;

/**
 * A conversation of a space: ids of conversations are unique in their scope only.
 *
 * @param scope whose it is
 * @param session its id there
 */
public record SessionRef(Scope scope, String session) {
    public SessionRef {
        ArgumentChecks.present("scope", scope);
        ArgumentChecks.id("session", session);
    }
}
