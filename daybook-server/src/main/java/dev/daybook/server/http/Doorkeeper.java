package dev.daybook.server.http;

import dev.daybook.server.keys.Caller;
import dev.daybook.server.keys.Keys;
import dev.daybook.server.problem.Unauthorized;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks at who asks before anything else is looked at: the name by which the server was called and the web page that
 * calls it, so that no page in somebody's browser reaches a server on their machine; then the key.
 */
final class Doorkeeper {

    private static final String BEARER = "bearer ";

    private final Keys keys;
    private final boolean open;
    private final Rates rates;
    private final Set<String> hosts;
    private final Set<String> origins;

    Doorkeeper(ServeOptions options, Keys keys) {
        this.keys = keys;
        this.open = options.open();
        this.rates = new Rates(options.rate(), System::nanoTime);
        this.hosts = new HashSet<>(List.of("localhost", "127.0.0.1", "[::1]", name(options.host())));
        options.hosts().forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
        this.origins = new HashSet<>(options.origins());
    }

    /** Whether a request with these headers may come in at all. */
    boolean admits(@Nullable String host, @Nullable String origin) {
        if (host == null || !hosts.contains(name(host))) {
            return false;
        }
        // A page of our own has the name by which we were called; "null" is a page without a name, and foreign.
        return origin == null || origins.contains(origin) || origin.equalsIgnoreCase("http://" + host);
    }

    /**
     * Who asks.
     *
     * @param authorization the header of that name
     * @throws Unauthorized if a key is wanted and none that is good is given
     * @throws dev.daybook.server.problem.Limited if the key has made too many calls
     */
    Caller caller(@Nullable String authorization) {
        Caller caller = known(authorization);
        rates.take(id(caller));
        return caller;
    }

    /** The id of the caller's key; empty for callers without one, who share what a key may have. */
    static String id(Caller caller) {
        return caller.key() == null ? "" : caller.key().id();
    }

    /** As {@link #id}, without counting the call; of a key that is not good, as of none, it is empty. */
    String keyOf(@Nullable String authorization) {
        try {
            return id(known(authorization));
        } catch (Unauthorized e) {
            return "";
        }
    }

    /** Who asks, without counting the call. */
    Caller known(@Nullable String authorization) {
        if (authorization == null) {
            if (open) {
                return Caller.ANYBODY;
            }
            throw new Unauthorized("no key is given; send the header 'Authorization: Bearer KEY', with a key that"
                    + " 'daybook key create' made");
        }
        if (!authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
            throw new Unauthorized("the header 'Authorization' is not of the kind 'Bearer KEY'; send it so");
        }
        return keys.find(authorization.substring(BEARER.length()).strip())
                .map(Caller::new)
                .orElseThrow(() -> new Unauthorized("the key is unknown, expired or revoked; use another"));
    }

    /** Whether {@link #caller} would let somebody in with this, however often they call. */
    boolean knows(@Nullable String authorization) {
        try {
            known(authorization);
            return true;
        } catch (Unauthorized e) {
            return false;
        }
    }

    /** A host without its port. */
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
