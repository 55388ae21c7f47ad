package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.DriverException;
import dev.daybook.error.StoreException;
import dev.daybook.outcome.HealthReport;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A removal of the bytes of erased rows from the files of all nodes. The steps:
 *
 * <ol>
 *   <li>every node of the cluster is reached;
 *   <li>the partition of each erasure takes an empty turn on all replicas, which also replaces the last batch in their
 *       Paxos tables, and is read from all of them, so that each has the deletions;
 *   <li>after the time in which a write that is under way can arrive, no node keeps writes for another one;
 *   <li>contents in the buckets of these scopes that no entry names are deleted on all replicas;
 *   <li>each node flushes and compacts the files with rows of these partitions, together and with their deletions. That
 *       each partition is then in one new file shows that its rows met their deletions;
 *   <li>a table is created and dropped, at which each node drops the segments of its commit log until then.
 * </ol>
 *
 * <p>The compaction also drops the deletions, because they contain ids. Cassandra otherwise keeps them for replicas
 * that were away; here, all replicas have applied them, and none has an earlier write still to come.
 */
final class ByteRemoval {

    /** Longer than a server works on a write, after which it drops it or keeps it for the replica. */
    static final Duration QUIET = Duration.ofSeconds(30);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int ATTEMPTS = 5;

    /** The erasures of one removal, so that a call to a node stays small. */
    private static final int AT_ONCE = 1000;

    private static final String REPEAT = "repeat the call";

    private final CassandraDatabase database;
    private final ErasureNumbers numbers;
    private final ContentBuckets buckets;
    private final JmxAccess access;
    private final Duration quiet;
    private final NodeFiles.Table memory;
    private final NodeFiles.Table paxos;
    private final NodeFiles.Table contents;
    private final List<NodeFiles> nodes = new ArrayList<>();

    /** The erasures of this removal: the numbers after the first, up to the last, and the partitions. */
    private final long after;

    private final long upTo;
    private final List<ByteBuffer> scopes;

    ByteRemoval(
            CassandraDatabase database,
            ErasureNumbers numbers,
            ContentBuckets buckets,
            JmxAccess access,
            Duration quiet) {
        this.database = database;
        this.numbers = numbers;
        this.buckets = buckets;
        this.access = access;
        this.quiet = quiet;
        String keyspace = database.session().getKeyspace().orElseThrow().asInternal();
        this.memory = new NodeFiles.Table(keyspace, "daybook_memory");
        this.paxos = new NodeFiles.Table("system", "paxos");
        this.contents = new NodeFiles.Table(keyspace, "daybook_contents");
        this.after = numbers.removed();
        this.upTo = Math.min(numbers.last(), after + AT_ONCE);
        this.scopes = List.copyOf(numbers.scopes(after, upTo));
    }

    /** Runs the steps until one fails. Then its finding is the last, and tells why bytes remain. */
    HealthReport run() {
        Map<String, Supplier<Finding>> steps = new LinkedHashMap<>();
        steps.put("nodes", this::connect);
        if (after < upTo) {
            steps.put("replicas", this::settle);
            steps.put("hints", this::awaitHints);
            steps.put("contents", this::sweep);
            steps.put("tables", this::compact);
            steps.put("commit log", this::dropSegments);
        }
        steps.put("snapshots", this::snapshots);
        try {
            List<Finding> findings = new ArrayList<>();
            for (Map.Entry<String, Supplier<Finding>> step : steps.entrySet()) {
                Finding finding = finding(step.getKey(), step.getValue());
                findings.add(finding);
                if (finding.level() == Level.FAIL) {
                    return new HealthReport(findings);
                }
            }
            numbers.remove(after, upTo);
            return new HealthReport(findings);
        } finally {
            nodes.forEach(NodeFiles::close);
        }
    }

    private static Finding finding(String aspect, Supplier<Finding> step) {
        try {
            return step.get();
        } catch (DriverException failure) {
            StoreException translated = CassandraFailures.translate(failure);
            return new Finding(Level.FAIL, aspect, String.valueOf(translated.getMessage()), REPEAT);
        } catch (StoreException failure) {
            return new Finding(Level.FAIL, aspect, String.valueOf(failure.getMessage()), REPEAT);
        }
    }

    private Finding connect() {
        for (InetSocketAddress address : access.nodes()) {
            nodes.add(NodeFiles.connect(address, access));
        }
        Map<String, String> absent = new HashMap<>();
        nodes.forEach(node -> absent.putAll(node.cluster()));
        nodes.forEach(node -> absent.remove(node.hostId()));
        return absent.isEmpty()
                ? new Finding(Level.OK, "nodes", "all " + nodes.size() + " nodes of the cluster are reached", "")
                : new Finding(
                        Level.FAIL,
                        "nodes",
                        "the nodes " + absent.values() + " are of the cluster and have no JMX address",
                        "name the JMX addresses of all nodes; remove nodes that are gone for good (removenode)");
    }

    private Finding settle() {
        for (ByteBuffer scope : scopes) {
            takeEmptyTurn(scope);
            // Each page repairs the replicas that lack something of it.
            database.readEverywhere("SELECT * FROM daybook_memory WHERE scope = ?", scope);
        }
        return new Finding(Level.OK, "replicas", "all replicas have the deletions of " + scopes.size() + " scopes", "");
    }

    private void takeEmptyTurn(ByteBuffer scope) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            long turn = PartitionHead.readSettled(database, scope).turn();
            // An erasure that came to nothing may have named a scope that does not exist.
            if (turn == 0
                    || database.applyEverywhere(
                            "UPDATE daybook_memory SET turn = ? WHERE scope = ? IF turn = ?", turn + 1, scope, turn)) {
                return;
            }
        }
        throw new StoreException("other processes write a scope all the time", null, true);
    }

    private Finding awaitHints() {
        sleep(quiet);
        boolean none = await(() -> nodes.stream().noneMatch(NodeFiles::hasHints));
        return none
                ? new Finding(Level.OK, "hints", "no node keeps writes for another one", "")
                : new Finding(
                        Level.FAIL,
                        "hints",
                        "a node keeps writes (hints) for another one",
                        "start the nodes that are down, or remove the hints of those that are gone; repeat the call");
    }

    private Finding sweep() {
        long removed = 0;
        for (ByteBuffer scope : scopes) {
            removed += new ContentSweep(database, buckets, scope).remove(true).unnamed();
            // The erasures waited for a majority only.
            buckets(scope).forEach(bucket -> buckets.readEverywhere(scope, bucket));
        }
        return new Finding(Level.OK, "contents", "all replicas have the deletions; " + removed + " were missing", "");
    }

    private LongStream buckets(ByteBuffer scope) {
        return buckets.all(scope, PartitionHead.read(database, scope).numbers());
    }

    /** Returns the keys of the partitions by table, as text. */
    private Map<NodeFiles.Table, List<String>> partitions() {
        List<String> ofScopes = new ArrayList<>();
        List<String> ofBuckets = new ArrayList<>();
        for (ByteBuffer scope : scopes) {
            String key = HexFormat.of().formatHex(RowValues.bytes(scope));
            ofScopes.add(key);
            buckets(scope).forEach(bucket -> ofBuckets.add(key + ":" + bucket));
        }
        return Map.of(memory, ofScopes, paxos, ofScopes, contents, ofBuckets);
    }

    private Finding compact() {
        Map<NodeFiles.Table, List<String>> partitions = partitions();
        for (NodeFiles node : nodes) {
            for (Map.Entry<NodeFiles.Table, List<String>> table : partitions.entrySet()) {
                Finding failure = table.getValue().isEmpty() ? null : compact(node, table.getKey(), table.getValue());
                if (failure != null) {
                    return failure;
                }
            }
        }
        return new Finding(Level.OK, "tables", "the files of the tables have no erased row", "");
    }

    private @Nullable Finding compact(NodeFiles node, NodeFiles.Table table, List<String> keys) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            node.flush(table);
            Set<String> before = files(node, table, keys);
            node.compact(table, keys);
            if (keys.stream().allMatch(key -> isRewritten(node, table, key, before))) {
                return await(() -> !node.hasReplacedFiles(table))
                        ? null
                        : new Finding(
                                Level.FAIL,
                                "tables",
                                "the node " + node.name() + " still uses replaced files of " + table.name(),
                                "repeat the call when its repairs and streams are over");
            }
        }
        return new Finding(
                Level.FAIL,
                "tables",
                "the node " + node.name() + " keeps rows of a scope in files of " + table.name()
                        + " that were not compacted together, or that it is no replica of",
                "after an incremental repair, run another one; after a change of the ring, run nodetool cleanup;"
                        + " then repeat the call");
    }

    private static Set<String> files(NodeFiles node, NodeFiles.Table table, Collection<String> keys) {
        Set<String> files = new HashSet<>();
        keys.forEach(key -> files.addAll(node.filesWith(table, key)));
        return files;
    }

    /**
     * Tests whether the rows of a partition met their deletions: they are in one file, which is new. A node that is no
     * replica any more has no deletions, so it must have no file. The Paxos table is of the node itself, and its rows are
     * those of the partitions of the scopes.
     */
    private boolean isRewritten(NodeFiles node, NodeFiles.Table table, String key, Set<String> before) {
        Set<String> files = node.filesWith(table, key);
        return files.isEmpty()
                || files.size() == 1
                        && Collections.disjoint(files, before)
                        && node.isReplica(table.equals(paxos) ? memory : table, key);
    }

    private Finding dropSegments() {
        Map<NodeFiles, Set<String>> before = new LinkedHashMap<>();
        nodes.forEach(node -> before.put(node, node.segments()));
        // A name of its own: two processes that create one table at once would disagree about it.
        String table = "daybook_empty_" + UUID.randomUUID().toString().replace("-", "");
        database.session().execute("CREATE TABLE " + table + " (k int PRIMARY KEY)");
        database.session().execute("DROP TABLE " + table);
        for (Map.Entry<NodeFiles, Set<String>> node : before.entrySet()) {
            boolean dropped = await(() -> Collections.disjoint(node.getKey().segments(), node.getValue()));
            if (!dropped) {
                return new Finding(
                        Level.FAIL,
                        "commit log",
                        "the node " + node.getKey().name() + " keeps old segments of its commit log",
                        "run nodetool flush on it, then repeat the call");
            }
        }
        return new Finding(Level.OK, "commit log", "the segments with erased rows are removed", "");
    }

    private Finding snapshots() {
        Set<String> names = new TreeSet<>();
        for (NodeFiles node : nodes) {
            List.of(memory, paxos, contents).forEach(table -> names.addAll(node.snapshots(table)));
        }
        return names.isEmpty()
                ? new Finding(Level.OK, "snapshots", "no node has a snapshot of the tables", "")
                : new Finding(
                        Level.WARN,
                        "snapshots",
                        "the snapshots " + names + " keep the bytes that were in the files when they were made",
                        "delete them with nodetool clearsnapshot, and old backups");
    }

    private static boolean await(BooleanSupplier condition) {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                return false;
            }
            sleep(POLL);
        }
        return true;
    }

    private static void sleep(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("the removal of bytes was interrupted; " + REPEAT, e, true);
        }
    }
}
