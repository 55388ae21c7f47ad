package dev.daybook.server.http.routes;

import dev.daybook.access.AccessRight;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.paths.PathIds;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The space and scope of a path.
 *
 * @param space null: the whole process
 * @param scope null: the whole space
 */
public record PathTarget(@Nullable Space space, @Nullable Scope scope) {

    /** The routes of a space that touch its shared scope only. The other ones of the bank read the sessions of all users. */
    private static final Set<String> OF_SHARED = Set.of("/bank", "/bank/preview", "/bank/compress");

    /**
     * Reads the place from a path.
     *
     * @param template the path of the route
     * @param path its named parts
     */
    public static PathTarget of(String template, Map<String, String> path) {
        String name = path.get("space");
        if (name == null) {
            return new PathTarget(null, null);
        }
        Space space = new Space(PathIds.read("space", name));
        String rest = template.substring("/v1/spaces/{space}".length());
        String user = path.get("user") == null ? null : PathIds.read("user", path.get("user"));
        if (path.get("agent") != null) {
            return new PathTarget(space, new Scope.Agent(space, user, PathIds.read("agent", path.get("agent"))));
        }
        if (user != null) {
            return new PathTarget(space, new Scope.User(space, user));
        }
        if (rest.startsWith("/anonymous")) {
            return new PathTarget(space, new Scope.Anonymous(space));
        }
        boolean isShared = rest.startsWith("/shared") || OF_SHARED.contains(rest);
        return new PathTarget(space, isShared ? new Scope.Shared(space) : null);
    }

    /** Checks a caller's access, and otherwise answers as for a missing resource. Without a right, any caller has it. */
    public void admit(AuthenticatedCaller caller, @Nullable AccessRight right) {
        if (right == null) {
            return;
        }
        if (scope != null) {
            caller.into(scope, right);
        } else if (space != null) {
            caller.into(space, right);
        } else {
            caller.may(right);
        }
    }
}
