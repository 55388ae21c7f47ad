package dev.daybook.server.admission;

import dev.daybook.error.StoreException;
import dev.daybook.server.keys.ApiKeys;
import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.problem.Problem;
import dev.daybook.server.problem.UnauthorizedException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Checks a request before anything else: the host and origin allow-lists, which keep foreign web pages away from a
 * server on the user's machine (DNS rebinding, CSRF), then authentication and the rate limit of the key.
 */
public final class RequestGuard {

    /** Refuses a host or origin outside the allow-lists; neither a key nor a path is an exception. */
    public static final Problem FOREIGN =
            Problem.foreign("the header 'Host' or 'Origin' is not in the allow-list of this server; use"
                    + " its address, or add the name with --host-name or --origin");

    /** The beginning of the paths of mem0's REST interface. */
    public static final String MEM0 = "/mem0/";

    private static final String BEARER = "bearer ";
    private static final String TOKEN = "token ";

    private final ApiKeys keys;
    private final boolean open;
    private final RateLimiter rateLimiter;
    private final Set<String> hosts;
    private final Set<String> origins;

    /**
     * @param open whether callers without a key are admitted
     * @param rate rate limit in calls a second of a key without its own; 0: none
     * @param address the address of the server, admitted beside localhost
     * @param hosts further host names of the allow-list
     * @param origins the web origins of the allow-list
     */
    public RequestGuard(
            ApiKeys keys, boolean open, int rate, String address, List<String> hosts, List<String> origins) {
        this.keys = keys;
        this.open = open;
        this.rateLimiter = new RateLimiter(rate, System::nanoTime);
        this.hosts = new HashSet<>(List.of("localhost", "127.0.0.1", "[::1]", name(address)));
        hosts.forEach(host -> this.hosts.add(host.toLowerCase(Locale.ROOT)));
        this.origins = new HashSet<>(origins);
    }

    /** Returns whether the Host and Origin headers are in the allow-lists. */
    public boolean admits(@Nullable String host, @Nullable String origin) {
        if (host == null || !hosts.contains(name(host))) {
            return false;
        }
        // Our own page has our host as its origin; "null" is an opaque, hence foreign, origin.
        return origin == null || origins.contains(origin) || origin.equalsIgnoreCase("http://" + host);
    }

    /**
     * Returns the credentials of a request in the form of {@link #caller}. Clients of mem0 send their key as {@code Token
     * KEY}, or in a header of its own.
     */
    static @Nullable String credentials(Request request) {
        String authorization = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        if (!Request.getPathInContext(request).startsWith(MEM0)) {
            return authorization;
        }
        String key = request.getHeaders().get("X-API-Key");
        if (authorization == null) {
            return key == null ? null : BEARER + key;
        }
        boolean isToken = authorization.regionMatches(true, 0, TOKEN, 0, TOKEN.length());
        return isToken ? BEARER + authorization.substring(TOKEN.length()) : authorization;
    }

    /**
     * Authenticates the caller and counts the call for the rate limit.
     *
     * @param authorization the header {@code Authorization}
     * @throws UnauthorizedException if a key is required and missing or invalid
     * @throws dev.daybook.server.problem.OverloadedException if the key exceeds its rate limit
     */
    public AuthenticatedCaller caller(@Nullable String authorization) {
        AuthenticatedCaller caller = known(authorization);
        rateLimiter.take(id(caller), caller.rate());
        return caller;
    }

    /**
     * Authenticates the caller of the proxy, as {@link #caller}. Where no key is needed, a key that is unknown here is one
     * for the upstream, because its clients always send one.
     */
    public AuthenticatedCaller proxied(@Nullable String authorization) {
        return caller(open && !knows(authorization) ? null : authorization);
    }

    /** Returns the id of the caller's key; empty for callers without one, who share the limits of one key. */
    public static String id(AuthenticatedCaller caller) {
        return caller.key() == null ? "" : caller.key().id();
    }

    /** As {@link #id}, without counting the call; empty for an invalid key, and if no key can be read. */
    String keyOf(@Nullable String authorization) {
        return find(authorization).map(RequestGuard::id).orElse("");
    }

    /**
     * Returns the caller with the rights that its key has now, without counting a call; empty if the key is no longer valid.
     * A stream asks before each part, because a key can be revoked, and a grant withdrawn, while it runs.
     */
    public Optional<AuthenticatedCaller> find(@Nullable String authorization) {
        try {
            return Optional.of(known(authorization));
        } catch (UnauthorizedException | StoreException e) {
            return Optional.empty();
        }
    }

    /** Authenticates the caller without counting the call. */
    AuthenticatedCaller known(@Nullable String authorization) {
        if (authorization == null) {
            if (open) {
                return AuthenticatedCaller.ANYBODY;
            }
            throw new UnauthorizedException(
                    "the key is missing; send the header 'Authorization: Bearer KEY' with a key created by"
                            + " 'daybook key create'");
        }
        if (!authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
            throw new UnauthorizedException(
                    "the header 'Authorization' does not have the form 'Bearer KEY'; send 'Authorization: Bearer KEY'");
        }
        return keys.find(authorization.substring(BEARER.length()).strip())
                .map(AuthenticatedCaller::new)
                .orElseThrow(
                        () -> new UnauthorizedException("the key is unknown, expired or revoked; use a valid key"));
    }

    /** Returns the state of the file of keys. */
    public ApiKeys.FileState keys() {
        return keys.state();
    }

    /** Returns whether {@link #caller} accepts this header, apart from the rate limit. */
    public boolean knows(@Nullable String authorization) {
        return find(authorization).isPresent();
    }

    /** Returns a host without its port. */
    private static String name(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        int bracket = lower.lastIndexOf(']');
        int colon = lower.lastIndexOf(':');
        boolean isBareAddress = bracket < 0 && lower.indexOf(':') != colon;
        if (isBareAddress) {
            return "[" + lower + "]";
        }
        return colon > bracket ? lower.substring(0, colon) : lower;
    }
}
