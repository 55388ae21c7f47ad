package dev.daybook.server.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * How to serve.
 *
 * @param host the address to listen on
 * @param port the port; 0: a free one
 * @param open whether no key is wanted, which only a loopback address may do without
 * @param hosts further names by which clients may call the server, besides its address and localhost
 * @param origins web origins that may call it besides its own, such as {@code https://app.example.org}
 * @param maxBody the most bytes of a body
 * @param rate how many calls a second each key may make; 0: any number
 * @param agentBlocks whether MCP clients may make blocks, besides changing those that are marked for them
 */
public record ServeOptions(
        String host,
        int port,
        boolean open,
        List<String> hosts,
        List<String> origins,
        long maxBody,
        int rate,
        boolean agentBlocks) {

    public static final String DEFAULT_HOST = "127.0.0.1";

    /** Any free-ish number would do; this one is in no list of well-known ports. */
    public static final int DEFAULT_PORT = 7411;

    /** A batch of a thousand episodes with vectors has about this. */
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

    /** Agents make no blocks. */
    public ServeOptions(
            String host, int port, boolean open, List<String> hosts, List<String> origins, long maxBody, int rate) {
        this(host, port, open, hosts, origins, maxBody, rate, false);
    }

    /** The default address, for tests and for who serves to nobody else. */
    public static ServeOptions loopback(int port, boolean open) {
        return new ServeOptions(DEFAULT_HOST, port, open, List.of(), List.of(), DEFAULT_MAX_BODY, 0);
    }

    /** Whether only this machine can call. */
    boolean isLoopback() {
        return isLoopback(host);
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("--host is '" + host + "', which is no address of this machine");
        }
    }
}
