package dev.daybook.server.keys;

import dev.daybook.access.AccessRight;
import dev.daybook.access.Principal;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Trust;
import dev.daybook.server.problem.ForbiddenException;
import dev.daybook.server.problem.NotFoundException;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The caller of a request: the holder of a key, or anyone if the server runs without authentication.
 *
 * @param key null: no authentication, all rights
 */
public record AuthenticatedCaller(@Nullable ApiKey key) {

    public static final AuthenticatedCaller ANYBODY = new AuthenticatedCaller(null);

    /** The same answer for a missing resource and for one of another tenant, so that they cannot be distinguished. */
    public static final String NOT_HERE = "nothing is here for this key; check the path, or use a key of its space";

    private static final Set<AccessRight> ALL = Set.of(AccessRight.values());

    /**
     * Checks access to a scope.
     *
     * @throws NotFoundException if no grant covers the scope
     * @throws ForbiddenException if the grants that cover it lack the right
     */
    public void into(Scope scope, AccessRight right) {
        into(GrantPlace.of(scope), right);
    }

    /** Checks access to a whole space, for which only a grant of the space counts. */
    public void into(Space space, AccessRight right) {
        into(GrantPlace.of(space), right);
    }

    /** Checks access to a place, as {@link #into(Scope, AccessRight)}. */
    public void into(GrantPlace place, AccessRight right) {
        Set<AccessRight> rights = rights(place);
        if (rights.isEmpty()) {
            throw new NotFoundException(NOT_HERE);
        }
        require(rights, right);
    }

    /** Returns the rights in all of a place; empty if no grant covers it. */
    public Set<AccessRight> rights(GrantPlace place) {
        return key == null ? ALL : key.rights(place);
    }

    /** Returns whether the caller has a right in a place. */
    public boolean has(GrantPlace place, AccessRight right) {
        return rights(place).contains(right);
    }

    /** Returns whether the caller has a right in a scope. */
    public boolean has(Scope scope, AccessRight right) {
        return has(GrantPlace.of(scope), right);
    }

    /**
     * Returns the place of calls that name no scope: the one that the key was created for. No other grant takes its place,
     * else a withdrawal would move the calls of an agent to another memory.
     *
     * @return null: there is no key
     * @throws ForbiddenException if its grant was withdrawn
     */
    public @Nullable GrantPlace home() {
        if (key != null && !key.hasHome()) {
            throw new ForbiddenException("key '" + key.id()
                    + "' has no grant of the scope that it was created for, in which calls without a scope are done; name"
                    + " the scope in a call of the REST interface, or grant the scope again");
        }
        return key == null ? null : key.home();
    }

    /** Returns the principal of the caller's own writes in a scope, with at most the trust of a user. */
    public Principal principal(Scope scope) {
        return principal(GrantPlace.of(scope));
    }

    /** Returns the principal of the caller's own writes in a place, with at most the trust of a user. */
    public Principal principal(GrantPlace place) {
        return principal(place, Trust.USER, rights(place));
    }

    /**
     * Returns whether the caller reports the user's own words through the tools of an agent: only with a key that was
     * created for it, because a text that a model reads can make it call them.
     */
    public boolean speaksForUser() {
        Trust bound = key == null ? null : key.limits().trust();
        return bound != null && !bound.isBelow(Trust.USER);
    }

    /**
     * Returns the principal of an import into a scope, whose entries carry their own trust. An import writes, so it needs no
     * other right.
     */
    public Principal importing(Scope scope) {
        Set<AccessRight> rights = EnumSet.of(AccessRight.WRITE);
        rights.addAll(rights(GrantPlace.of(scope)));
        return principal(GrantPlace.of(scope), Trust.SYSTEM, rights);
    }

    private Principal principal(GrantPlace place, Trust atMost, Set<AccessRight> rights) {
        if (key == null) {
            return new Principal(null, atMost, true, rights);
        }
        Trust bound = key.limits().trust();
        return new Principal(key.id(), bound == null ? atMost : atMost.least(bound), key.readsShared(place), rights);
    }

    /** Checks that the caller may read the shared scope through the memory of a scope. */
    public void readShared(Scope scope) {
        if (key != null && !key.readsShared(GrantPlace.of(scope))) {
            require(rights(GrantPlace.of(scope)), AccessRight.SHARED);
        }
    }

    /** Returns whether the caller has a right to a whole space. */
    public boolean opens(Space space, AccessRight right) {
        return has(GrantPlace.of(space), right);
    }

    /** Returns whether the caller has a right, in any scope. */
    public boolean has(AccessRight right) {
        return key == null || key.allRights().contains(right);
    }

    /** Checks that the caller has a right in any scope. */
    public void may(AccessRight right) {
        require(key == null ? ALL : key.allRights(), right);
    }

    private void require(Set<AccessRight> rights, AccessRight right) {
        if (key != null && !rights.contains(right)) {
            boolean proposes = right == AccessRight.WRITE && rights.contains(AccessRight.PROPOSE);
            throw new ForbiddenException("key '" + key.id() + "' lacks the right '" + right.label()
                    + "'; use a key with this right"
                    + (proposes ? ", or propose an episode ('POST …/proposals'), which waits for a review" : ""));
        }
    }

    /**
     * Checks a right to the whole process; a key without a grant of a whole space never has it.
     *
     * @throws ForbiddenException if no grant of a space has the right
     */
    public void mayInAll(AccessRight right) {
        if (key == null) {
            return;
        }
        if (!key.opensSpace()) {
            throw new ForbiddenException("key '" + key.id()
                    + "' is limited to one scope, and this call concerns the whole process; use a key"
                    + " of a space with the right '" + right.label() + "'");
        }
        Set<AccessRight> ofSpaces = EnumSet.noneOf(AccessRight.class);
        key.grants().stream()
                .filter(grant -> grant.place().scope() == null)
                .forEach(grant -> ofSpaces.addAll(grant.rights()));
        require(ofSpaces, right);
    }

    /** Returns whether the caller's key opens a scope, with any right. */
    public boolean opens(Scope scope) {
        return key == null || key.opens(scope);
    }

    /** Returns the rate limit of the caller's key in calls per second; null: that of the server. */
    public @Nullable Integer rate() {
        return key == null ? null : key.limits().rate();
    }

    /** Returns whether the caller may receive events of a scope. */
    public boolean sees(Scope scope) {
        return has(scope, AccessRight.READ);
    }

    /** Returns whether the caller may know that a space exists. */
    public boolean sees(Space space) {
        return key == null
                || key.grants().stream().anyMatch(grant -> grant.place().space().equals(space));
    }
}
