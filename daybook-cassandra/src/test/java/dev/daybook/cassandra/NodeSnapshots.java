package dev.daybook.cassandra;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Map;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The snapshots that an operator makes of a node. */
final class NodeSnapshots {

    private NodeSnapshots() {}

    static void take(InetSocketAddress jmx, String name) throws Exception {
        invoke(
                jmx,
                "takeSnapshot",
                new Object[] {name, Map.of(), new String[] {CassandraCluster.KEYSPACE}},
                String.class,
                Map.class,
                String[].class);
    }

    static void clear(InetSocketAddress jmx, String name) throws Exception {
        invoke(
                jmx,
                "clearSnapshot",
                new Object[] {Map.of(), name, new String[] {CassandraCluster.KEYSPACE}},
                Map.class,
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
            node.invoke(
                    new ObjectName("org.apache.cassandra.db:type=StorageService"), operation, arguments, signature);
        }
    }
}
