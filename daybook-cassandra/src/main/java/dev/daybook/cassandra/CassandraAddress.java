package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The address of a keyspace: {@code cassandra://HOST[:PORT],HOST…/KEYSPACE[?datacenter=NAME]}.
 *
 * @param nodes some nodes of the cluster, which name the others
 * @param datacenter the data centre of this process; null for that of the first nodes
 */
record CassandraAddress(
        List<InetSocketAddress> nodes,
        String keyspace,
        @Nullable String datacenter) {

    /** An address for messages; {@link CassandraConnector} takes the user off. */
    static final String EXAMPLE = "cassandra://USER@HOST:9042,HOST/KEYSPACE?datacenter=NAME";

    private static final int PORT = 9042;
    private static final String DATACENTER = "datacenter=";
    private static final Pattern KEYSPACE = Pattern.compile("/\\w+");

    /** @throws IllegalArgumentException if the text is no such address */
    static CassandraAddress of(String text) {
        try {
            URI address = URI.create(text);
            String path = address.getPath();
            if ("cassandra".equalsIgnoreCase(address.getScheme())
                    && address.getAuthority() != null
                    && address.getAuthority().indexOf('@') < 0
                    && KEYSPACE.matcher(path).matches()) {
                List<InetSocketAddress> nodes = Stream.of(address.getAuthority().split(","))
                        .map(CassandraAddress::node)
                        .toList();
                return new CassandraAddress(nodes, path.substring(1), datacenter(address.getQuery()));
            }
        } catch (IllegalArgumentException e) {
            // The message below says more.
        }
        // Without the text, in which there may be a password.
        throw new IllegalArgumentException(
                "the address of the Cassandra store lacks a host or a keyspace, or has something"
                        + " unknown; give it as " + EXAMPLE
                        + ", where USER, further hosts, ports and the datacenter may be left"
                        + " out");
    }

    private static InetSocketAddress node(String text) {
        int colon = text.lastIndexOf(':');
        return colon < 0
                ? new InetSocketAddress(text, PORT)
                : new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    private static @Nullable String datacenter(@Nullable String query) {
        if (query == null) {
            return null;
        }
        if (!query.startsWith(DATACENTER) || query.length() == DATACENTER.length()) {
            throw new IllegalArgumentException("unknown or empty parameter");
        }
        return query.substring(DATACENTER.length());
    }

    /**
     * @param user empty for a cluster without users
     * @throws DriverException if no node can be reached
     * @throws IllegalArgumentException if a user has no password
     */
    CqlSession connect(String user, String password) {
        if (!user.isEmpty() && password.isEmpty()) {
            throw new IllegalArgumentException(
                    "the user of the Cassandra store has no password; give it, or leave out the user");
        }
        CqlSessionBuilder builder = CqlSession.builder()
                .addContactPoints(nodes)
                .withKeyspace(CqlIdentifier.fromCql(keyspace))
                .withConfigLoader(DriverConfigLoader.programmaticBuilder()
                        .withString(DefaultDriverOption.SESSION_NAME, "daybook")
                        .withString(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS, "DcInferringLoadBalancingPolicy")
                        .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, Duration.ofSeconds(10))
                        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, Duration.ofSeconds(10))
                        .withDuration(DefaultDriverOption.CONNECTION_SET_KEYSPACE_TIMEOUT, Duration.ofSeconds(10))
                        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, Duration.ofSeconds(10))
                        // Also for statements that create a table.
                        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(30))
                        // A node that comes back is used again soon.
                        .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, Duration.ofSeconds(10))
                        .build());
        if (datacenter != null) {
            builder.withLocalDatacenter(datacenter);
        }
        if (!user.isEmpty()) {
            builder.withAuthCredentials(user, password);
        }
        return builder.build();
    }
}
