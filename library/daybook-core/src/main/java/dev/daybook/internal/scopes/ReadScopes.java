package dev.daybook.internal.scopes;

import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The scopes that a memory reads: its own, which it also writes, and those joined with it, in this order. Checked alike by
 * the embedded and the remote implementation.
 */
public record ReadScopes(Scope own, List<Joined> joined) {

    /** The maximum number of scopes; each has an index of its own, and a recall reads all of them. */
    public static final int MAX = 16;

    public ReadScopes {
        joined = List.copyOf(joined);
    }

    /**
     * A scope that is read beside another.
     *
     * @param atMost the maximum trust of its texts
     */
    public record Joined(Scope scope, Trust atMost) {}

    public static ReadScopes of(Scope own) {
        return new ReadScopes(own, List.of());
    }

    /**
     * Returns the scopes with one more.
     *
     * @param other the scopes of the joined memory
     * @throws IllegalArgumentException if it reads several scopes or one of another space, if its scope is among these
     *     already, or if they are too many
     */
    public ReadScopes with(ReadScopes other, Trust atMost) {
        String memory = "memory is of " + other.own.code();
        if (!other.joined.isEmpty()) {
            throw new IllegalArgumentException(memory + " and reads "
                    + other.all().size() + " scopes; join the memories of single scopes, one after the other");
        }
        if (!other.own.space().equals(own.space())) {
            throw new IllegalArgumentException(
                    memory + " in the space '" + other.own.space().id() + "', and this memory in the space '"
                            + own.space().id() + "'; join memories of one space");
        }
        if (reads(other.own)) {
            throw new IllegalArgumentException(memory + ", which this memory reads already; join each scope once");
        }
        if (all().size() == MAX) {
            throw new IllegalArgumentException(
                    memory + ", and this memory reads " + MAX + " scopes, the most it can; join fewer");
        }
        return and(new Joined(other.own, atMost));
    }

    private ReadScopes and(Joined last) {
        return new ReadScopes(
                own, Stream.concat(joined.stream(), Stream.of(last)).toList());
    }

    /** Returns the scopes with the shared scope of the space, if it is not among them already. */
    public ReadScopes withShared() {
        Scope shared = new Scope.Shared(own.space());
        return reads(shared) ? this : and(new Joined(shared, Trust.SYSTEM));
    }

    /** Returns the scopes without the shared scope, unless it is the own one. */
    public ReadScopes withoutShared() {
        return new ReadScopes(
                own,
                joined.stream()
                        .filter(each -> !(each.scope instanceof Scope.Shared))
                        .toList());
    }

    /** Returns all scopes, the own one first. */
    public List<Scope> all() {
        List<Scope> all = new ArrayList<>(List.of(own));
        joined.forEach(each -> all.add(each.scope));
        return all;
    }

    public boolean reads(Scope scope) {
        return own.equals(scope) || joined.stream().anyMatch(each -> each.scope.equals(scope));
    }

    /** Returns the maximum trust of the texts of a scope; those of the own one are not bounded. */
    public Trust atMost(Scope scope) {
        return joined.stream()
                .filter(each -> each.scope.equals(scope))
                .map(Joined::atMost)
                .findFirst()
                .orElse(Trust.SYSTEM);
    }

    /**
     * Checks that an entry is in one of the scopes.
     *
     * @throws IllegalArgumentException if it is in another one
     */
    public void requireEntryOf(Scope scope) {
        if (!reads(scope)) {
            throw new IllegalArgumentException("entry is in " + scope.code() + ", but this is the memory of "
                    + own.code() + "; use the memory of the entry's scope");
        }
    }

    /**
     * Returns the scope of an agent of the own one.
     *
     * @throws IllegalArgumentException if the own scope is not of a user
     */
    public Scope agent(String id) {
        if (own instanceof Scope.User user) {
            return new Scope.Agent(own.space(), user.id(), id);
        }
        throw new IllegalArgumentException(
                "agent '" + id + "' is asked of " + own.code()
                        + ", which is not the memory of a user; ask the memory of a user, or the space for an agent of its own");
    }

    /** Returns whether the bank summarizes the sessions of a scope: what an agent notes for itself is not for all users. */
    public static boolean areInBank(Scope scope) {
        return scope instanceof Scope.User || scope instanceof Scope.Anonymous;
    }
}
