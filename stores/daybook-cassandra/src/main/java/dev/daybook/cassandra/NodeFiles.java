package dev.daybook.cassandra;

import dev.daybook.error.StoreException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.JMRuntimeException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The files of one node, over JMX. A failed call is a retryable {@link StoreException} that names the node. */
final class NodeFiles implements AutoCloseable {

    private static final int CONNECT_MILLIS = 5_000;

    private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";
    private static final String COMMIT_LOG = "org.apache.cassandra.db:type=Commitlog";
    private static final String HINTS = "org.apache.cassandra.hints:type=HintsService";
    private static final String TEXT = String.class.getName();
    private static final String TEXTS = String[].class.getName();

    /** A table of a keyspace. */
    record Table(String keyspace, String name) {

        private String bean() {
            return "org.apache.cassandra.db:type=Tables,keyspace=" + keyspace + ",table=" + name;
        }

        private String metric(String metric) {
            return "org.apache.cassandra.metrics:type=Table,keyspace=" + keyspace + ",scope=" + name + ",name="
                    + metric;
        }
    }

    private interface NodeCall<T> {
        T run(MBeanServerConnection node) throws JMException, IOException;
    }

    private final InetSocketAddress address;
    private final JMXConnector connector;
    private final String hostId;

    private NodeFiles(InetSocketAddress address, JMXConnector connector) {
        this.address = address;
        this.connector = connector;
        this.hostId = attribute(STORAGE, "LocalHostId");
    }

    /** Connects to a node that the operator named: JMX looks its address up in the registry of that node. */
    @SuppressWarnings("BanJNDI")
    static NodeFiles connect(InetSocketAddress address, JmxAccess access) {
        try {
            // RMI itself waits for an absent host as long as the system does.
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(address.getHostString(), address.getPort()), CONNECT_MILLIS);
            }
            Map<String, Object> settings = new HashMap<>();
            if (!access.user().isEmpty()) {
                settings.put(JMXConnector.CREDENTIALS, new String[] {access.user(), access.password()});
            }
            JMXServiceURL url = new JMXServiceURL(
                    "service:jmx:rmi:///jndi/rmi://" + address.getHostString() + ":" + address.getPort() + "/jmxrmi");
            JMXConnector connector = JMXConnectorFactory.connect(url, settings);
            try {
                return new NodeFiles(address, connector);
            } catch (RuntimeException failure) {
                connector.close();
                throw failure;
            }
        } catch (IOException | SecurityException failure) {
            throw failed(address, failure);
        }
    }

    private static StoreException failed(InetSocketAddress address, Exception failure) {
        return new StoreException(
                "the node with the JMX address " + address.getHostString() + ":" + address.getPort()
                        + " did not answer (" + failure + ")",
                failure,
                true);
    }

    /** Returns the address for messages. */
    String name() {
        return address.getHostString() + ":" + address.getPort();
    }

    String hostId() {
        return hostId;
    }

    /** Returns the addresses of the nodes of the cluster by their host ids, those that are down included. */
    Map<String, String> cluster() {
        return attribute(STORAGE, "HostIdToEndpointWithPort");
    }

    /** Tests whether the node keeps writes for another one. */
    boolean hasHints() {
        List<?> pending = attribute(HINTS, "PendingHints");
        return !pending.isEmpty();
    }

    void flush(Table table) {
        invoke(STORAGE, "forceKeyspaceFlush", List.of(TEXT, TEXTS), table.keyspace(), new String[] {table.name()});
    }

    /**
     * Tests whether the node is a replica of a partition.
     *
     * @param key the values of the partition key with colons between them, a blob in hexadecimal digits
     */
    boolean isReplica(Table table, String key) {
        List<?> replicas = invoke(
                STORAGE, "getNaturalEndpointsWithPort", List.of(TEXT, TEXT, TEXT), table.keyspace(), table.name(), key);
        return replicas.contains(cluster().get(hostId));
    }

    /** Returns the data files with rows of a partition. */
    Set<String> filesWith(Table table, String key) {
        List<String> files =
                invoke(table.bean(), "getSSTablesForKey", List.of(TEXT, boolean.class.getName()), key, false);
        return new HashSet<>(files);
    }

    /** Rewrites the data files with rows of some partitions, without shadowed rows and their tombstones. */
    void compact(Table table, Collection<String> keys) {
        invoke(
                STORAGE,
                "forceCompactionKeysIgnoringGcGrace",
                List.of(TEXT, TEXT, TEXTS),
                table.keyspace(),
                table.name(),
                keys.toArray(String[]::new));
    }

    /** Tests whether data files that were replaced are still to be deleted. */
    boolean hasReplacedFiles(Table table) {
        long live = attribute(table.metric("LiveDiskSpaceUsed"), "Count");
        long total = attribute(table.metric("TotalDiskSpaceUsed"), "Count");
        return live != total;
    }

    /** Returns the segments of the commit log. */
    Set<String> segments() {
        Set<String> segments = new HashSet<>(this.<List<String>>attribute(COMMIT_LOG, "ActiveSegmentNames"));
        segments.addAll(this.<List<String>>attribute(COMMIT_LOG, "ArchivingSegmentNames"));
        return segments;
    }

    /** Returns the names of the snapshots of a table. */
    Set<String> snapshots(Table table) {
        Map<String, TabularData> snapshots = attribute(STORAGE, "SnapshotDetails");
        Set<String> names = new HashSet<>();
        snapshots.forEach((name, tables) -> {
            for (Object row : tables.values()) {
                CompositeData snapshot = (CompositeData) row;
                if (table.keyspace().equals(snapshot.get("Keyspace name"))
                        && table.name().equals(snapshot.get("Column family name"))) {
                    names.add(name);
                }
            }
        });
        return names;
    }

    @SuppressWarnings("TypeParameterUnusedInFormals") // as for call
    private <T> T attribute(String bean, String name) {
        return call(node -> node.getAttribute(new ObjectName(bean), name));
    }

    @SuppressWarnings("TypeParameterUnusedInFormals") // as for call
    private <T> T invoke(String bean, String operation, List<String> signature, Object... arguments) {
        return call(node -> node.invoke(new ObjectName(bean), operation, arguments, signature.toArray(String[]::new)));
    }

    /** The caller names the type that the node answers with. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private <T> T call(NodeCall<Object> call) {
        try {
            return (T) call.run(connector.getMBeanServerConnection());
        } catch (InstanceNotFoundException absent) {
            throw new StoreException(
                    "the node " + name() + " has no " + absent.getMessage() + "; use Cassandra 5.0", absent, false);
        } catch (JMException | JMRuntimeException | IOException | SecurityException failure) {
            throw failed(address, failure);
        }
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            System.getLogger(NodeFiles.class.getName())
                    .log(System.Logger.Level.DEBUG, "the node " + name() + " left before the connection was closed", e);
        }
    }
}
