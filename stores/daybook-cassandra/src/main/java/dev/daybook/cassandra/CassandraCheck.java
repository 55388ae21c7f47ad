package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.Version;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Kind;
import dev.daybook.model.Space;
import dev.daybook.outcome.HealthReport;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import dev.daybook.store.ScopeHead;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/** The check of a store: the nodes, and the counts, contents and audit chains of all scopes. */
final class CassandraCheck {

    private static final String RESTORE = "run nodetool repair and check again; then restore a backup";

    private final CassandraDatabase database;
    private final ScopeRegistry registry;
    private final PartitionKeys keys;
    private final ContentBuckets buckets;
    private long miscounted;
    private long broken;
    private long unnamed;
    private long lost;

    CassandraCheck(CassandraDatabase database, ScopeRegistry registry, PartitionKeys keys, ContentBuckets buckets) {
        this.database = database;
        this.registry = registry;
        this.keys = keys;
        this.buckets = buckets;
    }

    /** @param repair whether contents that no entry names are removed */
    HealthReport report(boolean repair) {
        PagedReads.all(cursor -> registry.spaces(cursor, PagedReads.SIZE)).forEach(this::scopes);
        for (ByteBuffer scope : buckets.scopes()) {
            ContentSweep sweep = new ContentSweep(database, buckets, scope);
            ContentSweep.Mismatch found = repair ? sweep.remove(false) : sweep.count();
            unnamed += found.unnamed();
            lost += found.lost();
        }
        return new HealthReport(List.of(nodes(database.session()), flushes(), counts(), contents(repair), audits()));
    }

    private void scopes(Space space) {
        PagedReads.all(cursor -> registry.heads(space, cursor, PagedReads.SIZE)).forEach(this::scope);
    }

    private void scope(ScopeHead listed) {
        ByteBuffer key = keys.key(listed.scope());
        if (!isCounted(key)) {
            miscounted++;
        }
        if (!ChainedAudits.isWhole(database, key)) {
            broken++;
        }
    }

    /** A scope that is written between the reads is counted again. */
    private boolean isCounted(ByteBuffer key) {
        PartitionHead before;
        PartitionHead head = PartitionHead.read(database, key);
        boolean counted;
        do {
            before = head;
            counted = true;
            for (Kind kind : Kind.values()) {
                long entries = Objects.requireNonNull(database.read(
                                        "SELECT count(*) FROM daybook_memory WHERE scope = ? AND life = ? AND shelf = "
                                                + RowShelf.INDEX + " AND name = ?",
                                        key,
                                        before.life(),
                                        kind.label())
                                .one())
                        .getLong(0);
                counted &= entries == before.numbers().counts().getOrDefault(kind, 0L);
            }
            head = PartitionHead.read(database, key);
        } while (!counted && head.turn() != before.turn());
        return counted;
    }

    private static Finding nodes(CqlSession session) {
        Collection<Node> nodes = session.getMetadata().getNodes().values();
        long up = nodes.stream().filter(node -> node.getState() == NodeState.UP).count();
        TreeSet<Version> versions = new TreeSet<>();
        nodes.stream().map(Node::getCassandraVersion).filter(Objects::nonNull).forEach(versions::add);
        String detail = up + " of " + nodes.size() + " nodes are up, Cassandra " + versions;
        return up == nodes.size()
                ? new Finding(Level.OK, "nodes", detail, "")
                : new Finding(Level.WARN, "nodes", detail, "start the others");
    }

    private Finding flushes() {
        return NodeSettings.read(database.session()).flushes()
                ? new Finding(Level.OK, "flushes", "a write is flushed before it is acknowledged", "")
                : new Finding(
                        Level.WARN,
                        "flushes",
                        "commitlog_sync is periodic on a node: if all replicas lose power at once, acknowledged writes of"
                                + " the last seconds are lost",
                        "set commitlog_sync: group");
    }

    private Finding counts() {
        return miscounted == 0
                ? new Finding(Level.OK, "entries", "every scope has as many entries as it counts", "")
                : new Finding(
                        Level.FAIL,
                        "entries",
                        miscounted + " scopes have another number of entries than they count",
                        RESTORE);
    }

    private Finding contents(boolean repaired) {
        if (lost > 0) {
            return new Finding(Level.FAIL, "contents", lost + " bodies or sidecars of entries are absent", RESTORE);
        }
        if (unnamed > 0 && !repaired) {
            return new Finding(
                    Level.WARN,
                    "contents",
                    unnamed + " bodies or sidecars are of batches that came to nothing, or were replaced",
                    "check with repair to remove them");
        }
        return new Finding(
                Level.OK,
                "contents",
                unnamed > 0
                        ? "removed " + unnamed + " bodies or sidecars that no entry named"
                        : "every body and sidecar belongs to an entry",
                "");
    }

    private Finding audits() {
        return broken == 0
                ? new Finding(Level.OK, "audit", "the audit chains of all listed scopes are whole", "")
                : new Finding(
                        Level.FAIL, "audit", "the audit log of " + broken + " scopes was changed or cut", RESTORE);
    }
}
