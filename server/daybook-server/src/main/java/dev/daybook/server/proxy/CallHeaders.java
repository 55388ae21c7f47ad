package dev.daybook.server.proxy;

import dev.daybook.access.AccessRight;
import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.server.admission.RequestGuard;
import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.keys.GrantPlace;
import dev.daybook.server.paths.PathIds;
import dev.daybook.server.proxy.ExchangeCapture.CallIdentity;
import jakarta.servlet.http.HttpServletRequest;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The headers with which a caller says what the memory has to do.
 *
 * @param reads whether the request gets a context
 * @param writes whether the exchange is written
 * @param user null: the user of the request, or of the key
 * @param session null: the conversation of the request, or the default
 * @param authorization the caller's own header for the upstream; null: that of the server
 */
record CallHeaders(
        boolean reads,
        boolean writes,
        @Nullable String user,
        @Nullable String session,
        @Nullable String authorization,
        CallIdentity identity) {

    static final String READ = "Daybook-Read";
    static final String WRITE = "Daybook-Write";
    private static final String USER = "Daybook-User";
    private static final String SESSION = "Daybook-Session";
    private static final String AUTHORIZATION = "Daybook-Upstream-Authorization";

    private static final String DEFAULT_SESSION = "default";

    /** Words that programs write in place of a missing id. */
    private static final Set<String> NO_IDS = Set.of("", "null", "undefined", "none");

    /** @throws IllegalArgumentException if a header has a value that it cannot have */
    static CallHeaders of(HttpServletRequest request) {
        String retries = request.getHeader("X-Stainless-Retry-Count");
        return new CallHeaders(
                isOn(READ, request),
                isOn(WRITE, request),
                id(USER, request),
                id(SESSION, request),
                request.getHeader(AUTHORIZATION),
                new CallIdentity(request.getHeader("Idempotency-Key"), retries != null && !retries.equals("0")));
    }

    private static boolean isOn(String name, HttpServletRequest request) {
        String value = request.getHeader(name);
        if (value == null || value.equalsIgnoreCase("on")) {
            return true;
        }
        if (value.equalsIgnoreCase("off")) {
            return false;
        }
        throw new IllegalArgumentException("the header '" + name + "' is '" + value + "'; give on or off");
    }

    private static @Nullable String id(String name, HttpServletRequest request) {
        String value = request.getHeader(name);
        String what = "the header '" + name + "'";
        return value == null ? null : ArgumentChecks.id(what, PathIds.decode(what, given(what, value)));
    }

    private static String given(String what, String id) {
        if (NO_IDS.contains(id.strip().toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(what + " is '" + id + "', which is no id; give the id, or leave it out");
        }
        return id;
    }

    /**
     * Returns the session of a call.
     *
     * @throws IllegalArgumentException if the request names a conversation that no session can have
     */
    String session(ProxiedRequest request) {
        String conversation = request.conversation();
        return session != null
                ? session
                : conversation != null ? ArgumentChecks.id("the field 'conversation'", conversation) : DEFAULT_SESSION;
    }

    /**
     * Returns the scope of a call: that of the named user, else the only one of the key. A caller without a key is alone
     * on its machine, and may be anonymous; with a key of all users a call without a user would mix them.
     *
     * @throws IllegalArgumentException if there is no user
     * @throws dev.daybook.server.problem.NotFoundException if the key does not open the scope
     * @throws dev.daybook.server.problem.ForbiddenException if the key lacks a right, or the grant of the scope that it was
     *     created for was withdrawn
     */
    Scope scope(AuthenticatedCaller caller, ProxiedRequest request) {
        GrantPlace home = caller.home();
        Space space = home == null ? Space.DEFAULT : home.space();
        String named = user != null || request.user() == null ? user : given("the field 'user'", request.user());
        Scope scope = named == null ? ownScope(caller, home) : new Scope.User(space, named);
        for (AccessRight right : rights()) {
            caller.into(scope, right);
        }
        return scope;
    }

    /** Returns the rights that the call needs in its scope. */
    Set<AccessRight> rights() {
        Set<AccessRight> rights = EnumSet.noneOf(AccessRight.class);
        if (reads) {
            rights.add(AccessRight.READ);
        }
        if (writes) {
            rights.add(AccessRight.WRITE);
        }
        return rights;
    }

    private static Scope ownScope(AuthenticatedCaller caller, @Nullable GrantPlace home) {
        if (home == null) {
            return new Scope.Anonymous(Space.DEFAULT);
        }
        if (home.scope() == null) {
            throw new IllegalArgumentException(
                    "the call names no user, and key '" + RequestGuard.id(caller) + "' is of all users; send"
                            + " the header '" + USER + "', the field 'user', or a key of one user's memory");
        }
        return home.scope();
    }
}
