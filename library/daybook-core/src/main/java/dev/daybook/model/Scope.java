package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.EscapedText;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.internal.checks.ShortenedText;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The partition of a {@link Space} that an entry belongs to: a user, an agent, the anonymous scope, or the shared
 * scope. A scope is a validated value and never a part of a filter expression, so no user id can act as an operator.
 */
public sealed interface Scope {

    /** Returns the space of this scope. */
    Space space();

    /**
     * Returns the scope within its space as text: {@code user:ID}, {@code agent-of:USER/ID} for an agent of a user,
     * {@code agent:ID} for one of the space, {@code anonymous} or {@code shared}. Two scopes of a space are equal if and
     * only if their codes are. {@link #of} parses it.
     */
    String code();

    /** Returns the id of the user whose scope this is, or whose agent it is of; null: it is of no user. */
    default @Nullable String ofUser() {
        return null;
    }

    /**
     * Applies the function for the kind of this scope. It is an exhaustive switch: the compiler finds a missing case.
     *
     * @return the result of the function
     */
    <T> T fold(
            Function<? super User, ? extends T> user,
            Function<? super Agent, ? extends T> agent,
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
        if (code.startsWith(Agent.OF_SPACE)) {
            return new Agent(space, null, code.substring(Agent.OF_SPACE.length()));
        }
        int slash = code.indexOf('/');
        if (code.startsWith(Agent.OF_USER) && slash >= 0) {
            String user = EscapedText.read(code.substring(Agent.OF_USER.length(), slash));
            Agent agent = new Agent(space, user, code.substring(slash + 1));
            if (agent.code().equals(code)) {
                return agent;
            }
        }
        throw new IllegalArgumentException("scope code is '" + ShortenedText.of(code)
                + "'; use 'user:ID', 'agent-of:USER/ID' with %25 and %2F for the percent signs and slashes of the user,"
                + " 'agent:ID', 'anonymous' or 'shared'");
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
        public String ofUser() {
            return id;
        }

        @Override
        public <T> T fold(
                Function<? super User, ? extends T> user,
                Function<? super Agent, ? extends T> agent,
                Function<? super Anonymous, ? extends T> anonymous,
                Function<? super Shared, ? extends T> shared) {
            return user.apply(this);
        }
    }

    /**
     * The scope of an agent: notes of its own, which neither the user nor another agent sees. It is no user, and an agent
     * of a user is forgotten with the user.
     *
     * @param user the user whose agent it is, an id like that of {@link User}; null: an agent of the space
     * @param id 1 to 512 code points, not blank, no control character; compared byte for byte
     */
    record Agent(Space space, @Nullable String user, String id) implements Scope {

        private static final String OF_SPACE = "agent:";
        private static final String OF_USER = "agent-of:";

        public Agent {
            NullChecks.present("space", space);
            ArgumentChecks.optionalId("user", user);
            ArgumentChecks.id("agent", id);
        }

        @Override
        public String code() {
            return user == null ? OF_SPACE + id : OF_USER + EscapedText.of(user) + "/" + id;
        }

        @Override
        public @Nullable String ofUser() {
            return user;
        }

        /** Returns whether it is an agent of the user of a scope. */
        public boolean isBelow(Scope scope) {
            return scope instanceof User owner && owner.space.equals(space) && owner.id.equals(user);
        }

        @Override
        public <T> T fold(
                Function<? super User, ? extends T> user,
                Function<? super Agent, ? extends T> agent,
                Function<? super Anonymous, ? extends T> anonymous,
                Function<? super Shared, ? extends T> shared) {
            return agent.apply(this);
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
                Function<? super Agent, ? extends T> agent,
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
                Function<? super Agent, ? extends T> agent,
                Function<? super Anonymous, ? extends T> anonymous,
                Function<? super Shared, ? extends T> shared) {
            return shared.apply(this);
        }
    }
}
