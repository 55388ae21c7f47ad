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

    /**
     * Checks access to a scope.
     *
     * @throws NotFoundException if the key does not open the scope
     * @throws ForbiddenException if the key opens it but lacks the right
     */
    public void into(Scope scope, AccessRight right) {
        if (!opens(scope)) {
            throw new NotFoundException(NOT_HERE);
        }
        may(right);
    }

    /** Checks access to a whole space; a key of one scope has none. */
    public void into(Space space, AccessRight right) {
        if (key != null && !(key.space().equals(space) && key.scope() == null)) {
            throw new NotFoundException(NOT_HERE);
        }
        may(right);
    }

    /** Returns the principal of the caller's own writes, with at most the trust of a user. */
    public Principal principal() {
        return principal(Trust.USER, key == null ? Set.of(AccessRight.values()) : key.rights());
    }

    /**
     * Returns whether the caller reports the user's own words through the tools of an agent: only with a key that was
     * created for it, because a text that a model reads can make it call them.
     */
    public boolean speaksForUser() {
        Trust bound = key == null ? null : key.limits().trust();
        return bound != null && !bound.isBelow(Trust.USER);
    }

    /** Returns the principal of an import, whose entries carry their own trust. An import writes, so it needs no other right. */
    public Principal importing() {
        Set<AccessRight> rights = EnumSet.of(AccessRight.WRITE);
        rights.addAll(principal().rights());
        return principal(Trust.SYSTEM, rights);
    }

    private Principal principal(Trust atMost, Set<AccessRight> rights) {
        if (key == null) {
            return new Principal(null, atMost, true, rights);
        }
        Trust bound = key.limits().trust();
        return new Principal(key.id(), bound == null ? atMost : atMost.least(bound), key.readsShared(), rights);
    }

    /** Checks that the caller may read the shared scope through the memory of a user. */
    public void readShared() {
        if (key != null && !key.readsShared()) {
            may(AccessRight.SHARED);
        }
    }

    /** Returns whether the caller has a right to a whole space. */
    public boolean opens(Space space, AccessRight right) {
        return key == null || key.space().equals(space) && key.scope() == null && has(right);
    }

    /** Returns whether the caller has a right, in any scope. */
    public boolean has(AccessRight right) {
        return key == null || key.rights().contains(right);
    }

    /** Checks a right that concerns no scope. */
    public void may(AccessRight right) {
        if (key != null && !has(right)) {
            throw new ForbiddenException(
                    "key '" + key.id() + "' lacks the right '" + right.label() + "'; use a key with this right");
        }
    }

    /**
     * Checks a right to the whole process; a key of one scope never has it.
     *
     * @throws ForbiddenException if the key is of one scope, or lacks the right
     */
    public void mayInAll(AccessRight right) {
        if (key != null && key.scope() != null) {
            throw new ForbiddenException("key '" + key.id()
                    + "' is limited to one scope, and this call concerns the whole process; use a key"
                    + " of a space with the right '" + right.label() + "'");
        }
        may(right);
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
        return opens(scope) && has(AccessRight.READ);
    }

    /** Returns whether the caller may know that a space exists. */
    public boolean sees(Space space) {
        return key == null || key.space().equals(space);
    }
}
