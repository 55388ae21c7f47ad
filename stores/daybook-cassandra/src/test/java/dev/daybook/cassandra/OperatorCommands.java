package dev.daybook.cassandra;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Map;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The commands of an operator for a node, over JMX. */
final class OperatorCommands {

    private OperatorCommands() {}

    static void takeSnapshot(InetSocketAddress jmx, String name) throws Exception {
        invoke(
                jmx,
                "takeSnapshot",
                new Object[] {name, Map.of(), new String[] {CassandraCluster.KEYSPACE}},
                String.class,
                Map.class,
                String[].class);
    }

    static void clearSnapshot(InetSocketAddress jmx, String name) throws Exception {
        invoke(
                jmx,
                "clearSnapshot",
                new Object[] {Map.of(), name, new String[] {CassandraCluster.KEYSPACE}},
                Map.class,
                String.class,
                String[].class);
    }

    /** From now on files are compacted on command only. */
    static void compactOnCommand(InetSocketAddress jmx, String keyspace, String table) throws Exception {
        invoke(
                jmx,
                "disableAutoCompaction",
                new Object[] {keyspace, new String[] {table}},
                String.class,
                String[].class);
    }

    private static void invoke(InetSocketAddress jmx, String operation, Object[] arguments, Class<?>... types)
            throws Exception {
        JMXServiceURL url = new JMXServiceURL(
                "service:jmx:rmi:///jndi/rmi://" + jmx.getHostString() + ":" + jmx.getPort() + "/jmxrmi");
        String[] signature = Arrays.stream(types).map(Class::getName).toArray(String[]::new);
        try (JMXConnector connector = JMXConnectorFactory.connect(url)) {
            MBeanServerConnection node = connector.getMBeanServerConnection();
            node.invoke(new ObjectName("org.apache.cassandra.db:type=StorageService"), operation, arguments, signature);
        }
    }
}
