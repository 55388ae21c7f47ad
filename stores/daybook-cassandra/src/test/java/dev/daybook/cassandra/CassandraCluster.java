package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of Cassandra nodes on loopback, in a temporary folder. Tests with it run only with
 * {@code -Ddaybook.cassandra=required} and {@code -Ddaybook.cassandra.jars=FOLDER}, the jars of the server: the plain build
 * neither downloads nor starts one.
 */
final class CassandraCluster {

    static final String KEYSPACE = "daybook";

    private static final Path JARS = Path.of(System.getProperty("daybook.cassandra.jars", "target/cassandra"))
            .toAbsolutePath();

    private static @Nullable CassandraCluster running;
    private static @Nullable CqlSession shared;

    private final List<CassandraNode> nodes;

    private CassandraCluster(List<CassandraNode> nodes) {
        this.nodes = nodes;
    }

    /** Tests whether clusters are wanted; for {@code @EnabledIf}. */
    static boolean isWanted() {
        boolean wanted = "required".equals(System.getProperty("daybook.cassandra"));
        if (wanted && !hasJars()) {
            throw new IllegalStateException("no jars of Cassandra in " + JARS + "; fetch them as .ci/steps.sh does");
        }
        return wanted;
    }

    private static boolean hasJars() {
        try (Stream<Path> jars = Files.list(JARS)) {
            return jars.anyMatch(jar -> jar.getFileName().toString().startsWith("cassandra-all"));
        } catch (IOException absent) {
            return false;
        }
    }

    /** Returns the cluster of this process, of one node, starting it at the first call. */
    static synchronized CassandraCluster get() {
        if (running == null) {
            try {
                running = start(1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return running;
    }

    /** Returns a session of the cluster of this process, which lives as long as the process. */
    static synchronized CqlSession session() {
        if (shared == null) {
            shared = get().connect();
        }
        return shared;
    }

    /** Starts a cluster of the caller's own, with the keyspace {@link #KEYSPACE}, which each node has a copy of. */
    static CassandraCluster start(int count) throws IOException {
        Path folder = Files.createTempDirectory("daybook-cassandra-");
        int port = freePort();
        int storagePort = freePort();
        List<String> hosts =
                IntStream.rangeClosed(1, count).mapToObj(n -> "127.0.0." + n).toList();
        List<CassandraNode> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Map<String, String> settings = Map.of(
                    "ADDRESS", hosts.get(i),
                    "SEEDS", String.join(",", hosts),
                    "PORT", Integer.toString(port),
                    "STORAGE_PORT", Integer.toString(storagePort),
                    "TOKEN", Long.toString(Long.MIN_VALUE + i * (Long.MAX_VALUE / count * 2)));
            nodes.add(new CassandraNode(
                    new InetSocketAddress(hosts.get(i), port),
                    new InetSocketAddress("127.0.0.1", freePort()),
                    folder.resolve("node" + (i + 1)),
                    JARS,
                    settings));
        }
        CassandraCluster cluster = new CassandraCluster(nodes);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> cluster.delete(folder)));
        for (CassandraNode node : nodes) {
            node.begin();
        }
        for (CassandraNode node : nodes) {
            node.awaitReady();
        }
        try (CqlSession session =
                new CassandraAddress(List.of(nodes.get(0).address()), "system", null).connect("", "")) {
            create(session, KEYSPACE, count);
        }
        return cluster;
    }

    private static void create(CqlSession session, String keyspace, int copies) {
        session.execute("CREATE KEYSPACE IF NOT EXISTS " + keyspace
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': " + copies + "}");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Returns the address of the keyspace. */
    String address() {
        String hosts = nodes.stream()
                .map(node ->
                        node.address().getHostString() + ":" + node.address().getPort())
                .collect(Collectors.joining(","));
        return "cassandra://" + hosts + "/" + KEYSPACE;
    }

    JmxAccess jmx() {
        return new JmxAccess(nodes.stream().map(CassandraNode::jmx).toList(), "", "");
    }

    CqlSession connect() {
        return CassandraAddress.of(address()).connect("", "");
    }

    /** Returns a session of another keyspace, creating it if it is missing. */
    CqlSession connect(String keyspace) {
        try (CqlSession session = connect()) {
            create(session, keyspace, nodes.size());
        }
        return new CassandraAddress(List.of(nodes.get(0).address()), keyspace, null).connect("", "");
    }

    /** Waits until every node sees all others and knows all tables, so that any one of them may go. */
    void awaitWhole(CqlSession session) {
        long begin = System.nanoTime();
        while (!isWhole(session)) {
            if (System.nanoTime() - begin > TimeUnit.MINUTES.toNanos(2)) {
                throw new IllegalStateException("the nodes do not see each other");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        }
    }

    private boolean isWhole(CqlSession session) {
        try {
            for (Node node : session.getMetadata().getNodes().values()) {
                session.execute(SimpleStatement.newInstance("SELECT store FROM " + KEYSPACE + ".daybook_stores")
                        .setConsistencyLevel(DefaultConsistencyLevel.ALL)
                        .setNode(node));
            }
            // A node can know the last table of the script before an earlier one.
            return session.checkSchemaAgreement();
        } catch (DriverException notYet) {
            return false;
        }
    }

    CassandraNode node(int index) {
        return nodes.get(index);
    }

    private void delete(Path folder) {
        for (CassandraNode node : nodes) {
            try {
                node.kill();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(file -> file.delete());
        } catch (IOException e) {
            System.err.println("cannot delete " + folder + ": " + e);
        }
    }
}
