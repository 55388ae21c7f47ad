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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The address of a keyspace:
 * {@code cassandra://HOST[:PORT],HOST…/KEYSPACE[?datacenter=NAME][&jmx=HOST[:PORT],HOST…]}.
 *
 * @param nodes some nodes of the cluster, which name the others
 * @param datacenter the data centre of this process; null for that of the first nodes
 * @param jmx the JMX addresses of all nodes; null for none
 */
record CassandraAddress(
        List<InetSocketAddress> nodes,
        String keyspace,
        @Nullable String datacenter,
        @Nullable String jmx) {

    /** An address for messages; {@link CassandraConnector} takes the user off. */
    static final String EXAMPLE = "cassandra://USER@HOST:9042,HOST/KEYSPACE?datacenter=NAME&jmx=HOST:7199,HOST";

    private static final int PORT = 9042;
    private static final List<String> PARAMETERS = List.of("datacenter", "jmx");
    private static final Pattern KEYSPACE = Pattern.compile("/\\w+");

    CassandraAddress(List<InetSocketAddress> nodes, String keyspace, @Nullable String datacenter) {
        this(nodes, keyspace, datacenter, null);
    }

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
                Map<String, String> given = parameters(address.getQuery());
                CassandraAddress parsed =
                        new CassandraAddress(nodes, path.substring(1), given.get("datacenter"), given.get("jmx"));
                parsed.jmx("", "");
                return parsed;
            }
        } catch (IllegalArgumentException e) {
            // The message below says more.
        }
        // Without the text, in which there may be a password.
        throw new IllegalArgumentException(
                "the address of the Cassandra store lacks a host or a keyspace, or has something"
                        + " unknown; give it as " + EXAMPLE
                        + ", where USER, further hosts, ports and the parameters may be left"
                        + " out");
    }

    private static InetSocketAddress node(String text) {
        int colon = text.lastIndexOf(':');
        return colon < 0
                ? new InetSocketAddress(text, PORT)
                : new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    private static Map<String, String> parameters(@Nullable String query) {
        Map<String, String> given = new HashMap<>();
        for (String parameter : query == null ? new String[0] : query.split("&", -1)) {
            String[] pair = parameter.split("=", 2);
            if (!PARAMETERS.contains(pair[0]) || pair.length < 2 || pair[1].isEmpty()) {
                throw new IllegalArgumentException("unknown or empty parameter");
            }
            given.put(pair[0], pair[1]);
        }
        return given;
    }

    /** Returns the JMX addresses with a user; null for none. */
    @Nullable
    JmxAccess jmx(String user, String password) {
        return jmx == null ? null : JmxAccess.of(jmx, user, password);
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
