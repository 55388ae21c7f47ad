package dev.daybook.cassandra;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Stream;

/**
 * The JMX addresses of the nodes of a cluster, with which a {@link CassandraStore} erases bytes.
 *
 * @param nodes the JMX addresses of all nodes; a node that is missing keeps erasures pending
 * @param user the user, or an empty text for nodes without users
 */
public record JmxAccess(List<InetSocketAddress> nodes, String user, String password) {

    private static final int PORT = 7199;

    public JmxAccess {
        nodes = List.copyOf(nodes);
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("nodes is empty; name the JMX address of every node");
        }
    }

    /**
     * Reads a list of addresses.
     *
     * @param nodes {@code HOST[:PORT],HOST…}; the port is 7199 by default
     * @throws IllegalArgumentException if the list has another form
     */
    public static JmxAccess of(String nodes, String user, String password) {
        return new JmxAccess(
                Stream.of(nodes.split(",", -1)).map(JmxAccess::node).toList(), user, password);
    }

    private static InetSocketAddress node(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? text : text.substring(0, colon);
        if (!host.isBlank()) {
            try {
                int port = colon < 0 ? PORT : Integer.parseInt(text.substring(colon + 1));
                return InetSocketAddress.createUnresolved(host, port);
            } catch (IllegalArgumentException e) {
                // The message below says more.
            }
        }
        throw new IllegalArgumentException("a JMX address is '" + text + "'; use HOST[:PORT]");
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "JmxAccess" + nodes;
    }
}
