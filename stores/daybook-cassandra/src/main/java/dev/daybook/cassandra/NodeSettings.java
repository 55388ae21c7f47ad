package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the nodes that matter to a store.
 *
 * @param flushes whether each node flushes its commit log before it acknowledges a write
 * @param mostBytes the size of a batch that each node takes
 */
record NodeSettings(boolean flushes, long mostBytes) {

    /** The defaults of Cassandra 5.0: half of a commit log segment of 32 MiB. */
    private static final long DEFAULT_BYTES = 16 << 20;

    /** A batch is also the value of a row of the Paxos table, with some bytes around it. */
    private static final long MARGIN = 64 << 10;

    private static final Pattern SIZE = Pattern.compile("(\\d+)(B|KiB|MiB|GiB)");
    private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB");

    /** Reads the settings of the nodes that are up. A node whose settings may not be read counts as one that does not flush. */
    static NodeSettings read(CqlSession session) {
        boolean flushes = true;
        long mostBytes = DEFAULT_BYTES;
        for (Node node : session.getMetadata().getNodes().values()) {
            if (node.getState() == NodeState.UP) {
                Map<String, String> settings = settings(session, node);
                flushes &= List.of("group", "batch").contains(settings.getOrDefault("commitlog_sync", ""));
                mostBytes = Math.min(mostBytes, bytes(settings.get("max_mutation_size")));
                mostBytes = Math.min(mostBytes, bytes(settings.get("native_transport_max_frame_size")));
            }
        }
        return new NodeSettings(flushes, mostBytes - MARGIN);
    }

    private static Map<String, String> settings(CqlSession session, Node node) {
        Map<String, String> settings = new HashMap<>();
        try {
            for (Row row : session.execute(SimpleStatement.newInstance("SELECT name, value FROM system_views.settings")
                    .setNode(node))) {
                settings.put(row.getString("name"), row.getString("value"));
            }
        } catch (QueryValidationException refused) {
            System.getLogger(NodeSettings.class.getName())
                    .log(System.Logger.Level.WARNING, "the settings of a node cannot be read", refused);
        }
        return settings;
    }

    private static long bytes(@Nullable String size) {
        Matcher matcher = SIZE.matcher(size == null ? "" : size);
        return matcher.matches()
                ? Long.parseLong(matcher.group(1)) << (10 * UNITS.indexOf(matcher.group(2)))
                : DEFAULT_BYTES;
    }
}
