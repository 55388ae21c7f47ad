package dev.daybook.internal.checks;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Rejects an id that is missing where a framework passes it on. */
public final class PassedId {

    private PassedId() {}

    /** Returns false for what a missing value becomes on its way: null, blank, or the text that string concatenation makes of null. */
    public static boolean isGiven(@Nullable String id) {
        return id != null && !id.isBlank() && !id.equals("null");
    }

    /**
     * Returns an id that {@link #isGiven}.
     *
     * @param remedy the end of the message
     * @param refusal creates the exception of another id from its message
     */
    public static String check(
            String name,
            @Nullable String id,
            String remedy,
            Function<String, ? extends IllegalArgumentException> refusal) {
        if (id != null && isGiven(id)) {
            return id;
        }
        String value = id == null ? "null" : id.isBlank() ? "blank" : "'null', the text of a missing value";
        throw refusal.apply(name + " is " + value + "; " + remedy);
    }

    /**
     * Returns the id of a user.
     *
     * @throws IllegalArgumentException if none {@link #isGiven}
     */
    public static String user(@Nullable String user) {
        return check("user", user, "give the id of the user who is signed in", IllegalArgumentException::new);
    }

    /**
     * Checks the user of a scope, if there is one.
     *
     * @throws IllegalArgumentException if the id is none that {@link #isGiven}
     */
    public static void optionalUser(@Nullable String user) {
        if (user != null) {
            user(user);
        }
    }
}
