package dev.daybook.data;

import java.util.function.Function;

/**
 * The hard partition an entry belongs to, inside a {@link Space}: a user, the anonymous bucket, or what is shared. A
 * scope is a value that is checked when it is made; it is never part of a filter, so no id can act as an operator.
 */
public sealed interface Scope {

    /** The space that this scope lies in. */
    Space space();

    /**
     * The scope inside its space as one text: {@code user:ID}, {@code anonymous} or {@code shared}. Two scopes of a
     * space are equal exactly if their codes are; {@link #of} reads it back.
     */
    String code();

    /** Answers by the kind of scope; the compiler finds the case that was forgotten. */
    <T> T fold(
            Function<? super User, ? extends T> user,
            Function<? super Anonymous, ? extends T> anonymous,
            Function<? super Shared, ? extends T> shared);

    /**
     * Reads a {@link #code()} back.
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
     * One user's memory.
     *
     * @param id 1 to 512 code points, not blank, no control character; compared byte for byte
     */
    record User(Space space, String id) implements Scope {
        public User {
            Require.present("space", space);
            Require.id("user", id);
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

    /** The bucket of whoever has no user id. It never sees a named user's entries, and no named user sees its. */
    record Anonymous(Space space) implements Scope {
        public Anonymous {
            Require.present("space", space);
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

    /** What all users of a space may read when they ask for it by name. */
    record Shared(Space space) implements Scope {
        public Shared {
            Require.present("space", space);
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
