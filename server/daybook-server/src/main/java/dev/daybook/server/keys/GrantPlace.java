package dev.daybook.server.keys;

import dev.daybook.internal.checks.ShortenedText;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.server.paths.PathIds;
import org.jspecify.annotations.Nullable;

/**
 * The place of a grant: a space with all its scopes, or one scope, a user's with those of the user's agents.
 *
 * @param scope a scope of the space; null: all of them
 */
public record GrantPlace(Space space, @Nullable Scope scope) {

    private static final String SPACES = "spaces";
    private static final String USERS = "users";
    private static final String AGENTS = "agents";
    private static final String ANONYMOUS = "anonymous";
    private static final String SHARED = "shared";

    public GrantPlace {
        if (scope != null && !scope.space().equals(space)) {
            throw new IllegalArgumentException(
                    "the scope of a key is in another space than the key; use a scope of the space of the key");
        }
    }

    public static GrantPlace of(Space space) {
        return new GrantPlace(space, null);
    }

    public static GrantPlace of(Scope scope) {
        return new GrantPlace(scope.space(), scope);
    }

    /**
     * Reads a {@link #path}.
     *
     * @param name the name of the field or parameter, for a message
     * @throws IllegalArgumentException if it is not the path of a space or a scope
     */
    public static GrantPlace read(String name, String path) {
        String[] parts = path.split("/", -1);
        if (parts.length < 2 || !parts[0].equals(SPACES)) {
            throw wrong(name, path);
        }
        Space space = new Space(id(name, parts[1]));
        if (parts.length == 2) {
            return of(space);
        }
        String kind = parts[2];
        if (parts.length == 3 && kind.equals(ANONYMOUS)) {
            return of(new Scope.Anonymous(space));
        }
        if (parts.length == 3 && kind.equals(SHARED)) {
            return of(new Scope.Shared(space));
        }
        if (parts.length == 4 && kind.equals(USERS)) {
            return of(new Scope.User(space, id(name, parts[3])));
        }
        if (parts.length == 4 && kind.equals(AGENTS)) {
            return of(new Scope.Agent(space, null, id(name, parts[3])));
        }
        if (parts.length == 6 && kind.equals(USERS) && parts[4].equals(AGENTS)) {
            return of(new Scope.Agent(space, id(name, parts[3]), id(name, parts[5])));
        }
        throw wrong(name, path);
    }

    /**
     * Reads an id. The path of a place is not the path of a request, so nothing has decoded it: an id with a percent sign, which
     * a caller would mean as another one, is written in the other form.
     */
    private static String id(String name, String segment) {
        if (segment.indexOf('%') >= 0) {
            throw new IllegalArgumentException(
                    "an id in '" + name + "' has a '%', but ids are not percent-encoded there;"
                            + " use letters, digits and ._@:- as they are, and for an id with other characters '~' and the"
                            + " base64url of its UTF-8");
        }
        return PathIds.decode("an id in '" + name + "'", segment);
    }

    private static IllegalArgumentException wrong(String name, String path) {
        String shown = ShortenedText.of(path, 60);
        return new IllegalArgumentException("'" + name + "' is '" + shown + "', which is no path of a space or a scope;"
                + " give what follows '/v1/' in it: spaces/{space}, and for a scope also /users/{user},"
                + " /users/{user}/agents/{agent}, /agents/{agent}, /anonymous or /shared");
    }

    /** Returns the path of the place in the REST interface, without {@code /v1/}: {@code spaces/default/users/ada}. */
    public String path() {
        String path = SPACES + "/" + PathIds.write(space.id());
        if (scope instanceof Scope.User user) {
            return path + "/" + USERS + "/" + PathIds.write(user.id());
        }
        if (scope instanceof Scope.Agent agent) {
            String user = agent.user();
            return path
                    + (user == null ? "" : "/" + USERS + "/" + PathIds.write(user))
                    + "/" + AGENTS + "/" + PathIds.write(agent.id());
        }
        return scope == null ? path : path + "/" + (scope instanceof Scope.Shared ? SHARED : ANONYMOUS);
    }

    /** Returns whether a grant here opens a scope. */
    boolean covers(Scope wanted) {
        return space.equals(wanted.space())
                && (scope == null
                        || scope.equals(wanted)
                        || wanted instanceof Scope.Agent agent && agent.isBelow(scope));
    }

    /** Returns whether a grant here opens all of a place. */
    boolean covers(GrantPlace wanted) {
        return wanted.scope == null ? scope == null && space.equals(wanted.space) : covers(wanted.scope);
    }
}
