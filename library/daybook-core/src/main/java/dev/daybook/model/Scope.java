package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.NullChecks;
import java.util.function.Function;

/**
 * The partition of a {@link Space} that an entry belongs to: a user, the anonymous scope, or the shared scope. A scope
 * is a validated value and never a part of a filter expression, so no user id can act as an operator.
 */
public sealed interface Scope {

    /** Returns the space of this scope. */
    Space space();

    /**
     * Returns the scope within its space as text: {@code user:ID}, {@code anonymous} or {@code shared}. Two scopes of a
     * space are equal if and only if their codes are. {@link #of} parses it.
     */
    String code();

    /**
     * Applies the function for the kind of this scope. It is an exhaustive switch: the compiler finds a missing case.
     *
     * @return the result of the function
     */
    <T> T fold(
            Function<? super User, ? extends T> user,
            Function<? super Anonymous, ? extends T> anonymous,
            Function<? super Shared, ? extends T> shared);

    /**
     * Parses a {@link #code()}.
     *
     * @throws IllegalArgumentException if the text is no code of a scope
     */
    static Scope of(Space space, String code) {
        if (code.equals("anonymous")) {
            return new Anonymous(space);
        }
        if (code.equals("shared")) {
            return new Shared(space);
        }
        if (code.startsWith("user:")) {
            return new User(space, code.substring("user:".length()));
        }
        throw new IllegalArgumentException("scope code is '" + code + "'; use 'user:ID', 'anonymous' or 'shared'");
    }

    /**
     * The scope of a user.
     *
     * @param id 1 to 512 code points, not blank, no control character; compared byte for byte
     */
    record User(Space space, String id) implements Scope {
        public User {
            NullChecks.present("space", space);
            ArgumentChecks.id("user", id);
        }

        @Override
        public String code() {
            return "user:" + id;
        }

        @Override
        public <T> T fold(
                Function<? super User, ? extends T> user,
                Function<? super Anonymous, ? extends T> anonymous,
                Function<? super Shared, ? extends T> shared) {
            return user.apply(this);
        }
    }

    /** The scope of callers without a user id. It never sees the entries of a user, and no user sees its entries. */
    record Anonymous(Space space) implements Scope {
        public Anonymous {
            NullChecks.present("space", space);
        }

        @Override
        public String code() {
            return "anonymous";
        }

        @Override
        public <T> T fold(
                Function<? super User, ? extends T> user,
                Function<? super Anonymous, ? extends T> anonymous,
                Function<? super Shared, ? extends T> shared) {
            return anonymous.apply(this);
        }
    }

    /** The scope that every user of a space may read on request. */
    record Shared(Space space) implements Scope {
        public Shared {
            NullChecks.present("space", space);
        }

        @Override
        public String code() {
            return "shared";
        }

        @Override
        public <T> T fold(
                Function<? super User, ? extends T> user,
                Function<? super Anonymous, ? extends T> anonymous,
                Function<? super Shared, ? extends T> shared) {
            return shared.apply(this);
        }
    }
}
