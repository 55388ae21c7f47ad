package dev.daybook.server.http;

import dev.daybook.server.config.ProxySettings;
import dev.daybook.server.mcp.AgentOptions;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options of the server.
 *
 * @param host the address to listen on
 * @param port the port; 0: a free one
 * @param open whether to serve without authentication, on a loopback address only
 * @param hosts further host names of the allow-list, besides the address and localhost
 * @param origins further web origins of the allow-list, such as {@code https://app.example.org}
 * @param maxBody maximum size of a body in bytes
 * @param rate rate limit in calls a second for each key; 0: unlimited
 * @param agents the permissions of MCP clients
 * @param page whether to serve the memory explorer
 * @param mem0 whether to serve the REST interface of mem0 below {@code /mem0/}
 * @param proxy the proxy of chats; null: none
 */
public record ServeOptions(
        String host,
        int port,
        boolean open,
        List<String> hosts,
        List<String> origins,
        long maxBody,
        int rate,
        AgentOptions agents,
        boolean page,
        boolean mem0,
        @Nullable ProxySettings proxy) {

    public static final String DEFAULT_HOST = "127.0.0.1";

    /** A number that is in no list of well-known ports. */
    public static final int DEFAULT_PORT = 7411;

    /** About the size of a thousand episodes with vectors. */
    public static final long DEFAULT_MAX_BODY = 16L << 20;

    public ServeOptions {
        hosts = List.copyOf(hosts);
        origins = List.copyOf(origins);
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("--port is " + port + "; use 1 to 65535, or 0 for a free one");
        }
        if (rate < 0) {
            throw new IllegalArgumentException("--rate is " + rate + "; use 1 or more calls a second, or leave it out");
        }
        if (open && !isLoopback(host)) {
            throw new IllegalArgumentException("--host is '" + host + "' and --open is given; serve without keys on a"
                    + " loopback address only, such as 127.0.0.1, or leave --open out and create keys");
        }
    }

    /** Agents have no permissions beyond their tools, and the memory explorer is served. */
    public ServeOptions(
            String host, int port, boolean open, List<String> hosts, List<String> origins, long maxBody, int rate) {
        this(host, port, open, hosts, origins, maxBody, rate, AgentOptions.NONE, true, false, null);
    }

    /** Returns options with a proxy of chats. */
    ServeOptions with(ProxySettings other) {
        return new ServeOptions(host, port, open, hosts, origins, maxBody, rate, agents, page, mem0, other);
    }

    /** Returns options for the default address, for tests and for single users. */
    public static ServeOptions loopback(int port, boolean open) {
        return new ServeOptions(DEFAULT_HOST, port, open, List.of(), List.of(), DEFAULT_MAX_BODY, 0);
    }

    /** Returns the address of the server in the web: an IPv6 address stands in brackets. */
    public String url(int listening) {
        boolean isBare = host.contains(":") && !host.startsWith("[");
        return "http://" + (isBare ? "[" + host + "]" : host) + ":" + listening;
    }

    /** Returns whether only this machine can call. */
    boolean isLoopback() {
        return isLoopback(host);
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("--host is '" + host
                    + "', which is not an address of this machine; use one of its addresses, such as 127.0.0.1");
        }
    }
}
