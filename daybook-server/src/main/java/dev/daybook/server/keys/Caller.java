package dev.daybook.server.keys;

import dev.daybook.data.Principal;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.data.Trust;
import dev.daybook.server.problem.Forbidden;
import dev.daybook.server.problem.NotFound;
import org.jspecify.annotations.Nullable;

/**
 * Who asks: whoever holds a key, or anybody, where the server is open.
 *
 * @param key null: anybody, who may do everything
 */
public record Caller(@Nullable Key key) {

    public static final Caller ANYBODY = new Caller(null);

    /** What a caller is told of what is not there, and of what is not theirs: nothing tells the two apart. */
    public static final String NOT_HERE = "nothing is here for this key; check the path, or use a key of its space";

    /**
     * Lets the caller into a scope.
     *
     * @throws NotFound if it is none of theirs
     * @throws Forbidden if it is, and they lack the right
     */
    public void into(Scope scope, Right right) {
        if (!opens(scope)) {
            throw new NotFound(NOT_HERE);
        }
        may(right);
    }

    /** Lets the caller into a space as a whole, to which a key of one scope is no key. */
    public void into(Space space, Right right) {
        if (key != null && !(key.space().equals(space) && key.scope() == null)) {
            throw new NotFound(NOT_HERE);
        }
        may(right);
    }

    /** As the library is told of them, where they write themselves: nobody is believed more than a user. */
    public Principal principal() {
        return principal(Trust.USER);
    }

    /** The same where they bring what was exported, which says how far it is believed. */
    public Principal importing() {
        return principal(Trust.SYSTEM);
    }

    private Principal principal(Trust atMost) {
        if (key == null) {
            return new Principal(null, atMost, true);
        }
        Trust bound = key.trust();
        return new Principal(key.id(), bound == null ? atMost : atMost.least(bound), key.readsShared());
    }

    /** Checks that they may see what is shared through the memory of a user. */
    public void readShared() {
        if (key != null && !key.readsShared()) {
            may(Right.SHARED);
        }
    }

    /** Whether the caller may do something to a space as a whole. */
    public boolean opens(Space space, Right right) {
        return key == null || key.space().equals(space) && key.scope() == null && has(right);
    }

    /** Whether the caller has a right, wherever they are let in. */
    public boolean has(Right right) {
        return key == null || key.rights().contains(right);
    }

    /** Checks a right that is about no scope. */
    public void may(Right right) {
        if (key != null && !has(right)) {
            throw new Forbidden(
                    "key '" + key.id() + "' lacks the right '" + right.label() + "'; use a key that has it");
        }
    }

    /**
     * Checks a right that is about the process: a key of one scope has none of these.
     *
     * @throws Forbidden if the key is of one scope, or lacks the right
     */
    public void mayInAll(Right right) {
        if (key != null && key.scope() != null) {
            throw new Forbidden("key '" + key.id() + "' is of one scope, and this is about the whole process; use a key"
                    + " of a space with the right '" + right.label() + "'");
        }
        may(right);
    }

    /** Whether a scope is one of the caller's, whatever they may do there. */
    public boolean opens(Scope scope) {
        return key == null || key.opens(scope);
    }

    /** Whether something in a scope may be told to the caller. */
    public boolean sees(Scope scope) {
        return opens(scope) && has(Right.READ);
    }

    /** Whether the caller may know that there is a space. */
    public boolean sees(Space space) {
        return key == null || key.space().equals(space);
    }
}
