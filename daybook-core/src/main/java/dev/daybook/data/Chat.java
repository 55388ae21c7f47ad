package dev.daybook.data;

/**
 * A conversation of a space: ids of conversations are unique in their scope only.
 *
 * @param scope whose it is
 * @param session its id there
 */
public record Chat(Scope scope, String session) {
    public Chat {
        Require.present("scope", scope);
        Require.id("session", session);
    }
}
