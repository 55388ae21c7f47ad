package dev.daybook.server.doors;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A scope among scopes with confusable names, and what is planted in it.
 *
 * @param code the code of a scope; the id of a user may be one that is refused
 * @param number unique in the test; parts of the ids of its entries
 */
public record HostileTenant(String space, String code, int number) {

    /** The canaries of all tenants, and no other word. */
    static final Pattern CANARY = Pattern.compile("zq[0-9]+x[0-9a-f]{8}z");

    private static final String USER = "user:";

    Scope scope() {
        return Scope.of(new Space(space), code);
    }

    boolean isShared() {
        return code.equals("shared");
    }

    /** Returns the id of the user; null for the other scopes. */
    @Nullable
    public String user() {
        return code.startsWith(USER) ? code.substring(USER.length()) : null;
    }

    /** Returns the user of an agent; null for the other scopes, and for an agent of the space. */
    @Nullable
    public String owner() {
        return isAgent() ? scope().ofUser() : null;
    }

    /** Returns the id of an agent; null for the other scopes. */
    @Nullable
    public String agent() {
        return isAgent() ? ((Scope.Agent) scope()).id() : null;
    }

    private boolean isAgent() {
        return code.startsWith("agent");
    }

    /** Returns whether it is an agent of the user of another tenant. */
    boolean isBelow(HostileTenant other) {
        return isAgent()
                && other.user() != null
                && space.equals(other.space)
                && other.user().equals(owner());
    }

    /** The word that stands in every text of this tenant, and in no id. */
    public String canary() {
        return String.format(Locale.ROOT, "zq%dx%08xz", number, (space + "\n" + code).hashCode());
    }

    /** The id of an episode, a fact and a block that no other tenant has. */
    public String only() {
        return "only-" + number;
    }

    /** A session that no other tenant has. */
    public String session() {
        return "session-" + number;
    }

    @Override
    public String toString() {
        return "<" + space + " " + code + ">";
    }
}
