package dev.daybook.cassandra;

import static dev.daybook.testkit.store.BatchFixture.NOON;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.nothing;
import static dev.daybook.testkit.store.BatchFixture.put;
import static dev.daybook.testkit.store.BatchFixture.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.daybook.erasure.ErasureProof;
import dev.daybook.error.StoreException;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.ErasureEvidence;
import dev.daybook.outcome.ErasureReceipt.Bytes;
import dev.daybook.outcome.HealthReport;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.Sidecar;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The search of all files of the nodes for erased texts, ids and names. */
@EnabledIf("dev.daybook.cassandra.CassandraCluster#isWanted")
class ErasedFilesTest {

    private static final int ENTRIES = 20;

    private final String name = UUID.randomUUID().toString();
    private final SecureRandom random = new SecureRandom();
    private final Set<String> erased = new LinkedHashSet<>();
    private final List<EntryKey> entries = new ArrayList<>();
    private final List<String> states = new ArrayList<>();

    private static Scope user(String name) {
        return new Scope.User(Space.DEFAULT, name);
    }

    /**
     * The part that is looked for is random, so that it has no four characters in common with others: the compression of
     * the files leaves only such texts as they are.
     */
    private String text(String what) {
        byte[] bytes = new byte[24];
        random.nextBytes(bytes);
        String part = Base64.getUrlEncoder().encodeToString(bytes);
        erased.add(part);
        return what + " " + part;
    }

    /** Writes entries of two versions with sidecars, and states; each name and text is looked for. */
    private void fill(CassandraStore store, Scope user) {
        for (int i = 0; i < ENTRIES; i++) {
            EntryKey key = new EntryKey(Kind.EPISODE, text("id"));
            entries.add(key);
            states.add(text("state"));
            String session = text("session");
            store.write(batch(user, put(key, session, NOON, text("earlier body"))));
            long revision = store.write(batch(user, put(key, session, NOON, text("body"))))
                    .revision();
            store.write(batch(user, new Sidecar(key, revision, "terms", Blob.of(text("sidecar")))));
            store.write(batch(user, state(states.get(i), text("value"))));
        }
    }

    /** Returns the names of the folders of a node that contain erased texts. */
    private Set<String> search(CassandraNode node) {
        ErasureEvidence evidence = ErasureProof.search(erased, node.folder());
        assertThat(evidence.searched()).isEqualTo(erased.size());
        Set<String> places = new TreeSet<>();
        for (Path file : evidence.foundIn().keySet()) {
            Path inside = node.folder().relativize(file);
            places.add(
                    inside.toString().contains("/snapshots/")
                            ? "snapshots"
                            : inside.subpath(0, Math.min(2, inside.getNameCount() - 1))
                                    .toString());
        }
        return places;
    }

    private static void flush(CassandraNode node, JmxAccess access) {
        try (NodeFiles files = NodeFiles.connect(node.jmx(), access)) {
            files.flush(new NodeFiles.Table(CassandraCluster.KEYSPACE, "daybook_memory"));
            files.flush(new NodeFiles.Table(CassandraCluster.KEYSPACE, "daybook_contents"));
            files.flush(new NodeFiles.Table("system", "paxos"));
        }
    }

    /** A compaction that the node does by itself would hide that none was asked for. */
    private static void compactOnCommand(CassandraNode node) throws Exception {
        OperatorCommands.compactOnCommand(node.jmx(), CassandraCluster.KEYSPACE, "daybook_memory");
        OperatorCommands.compactOnCommand(node.jmx(), CassandraCluster.KEYSPACE, "daybook_contents");
        OperatorCommands.compactOnCommand(node.jmx(), "system", "paxos");
    }

    private static void assertOk(HealthReport report) {
        assertThat(report.findings()).extracting(Finding::level).containsOnly(Level.OK);
    }

    private CassandraStore open(CqlSession session, JmxAccess jmx, Duration quiet) {
        return CassandraStore.open(session, name, NamedStores.FEW_POSITIONS, jmx, quiet, () -> {});
    }

    /** Opens as an application does: three nodes that begin on few processors can drop a connection. */
    private CassandraStore openAtLast(CqlSession session, JmxAccess jmx, Duration quiet) {
        long begin = System.nanoTime();
        while (true) {
            try {
                return open(session, jmx, quiet);
            } catch (StoreException away) {
                if (!away.retryable() || System.nanoTime() - begin > TimeUnit.MINUTES.toNanos(2)) {
                    throw away;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            }
        }
    }

    @Test
    void without_jmx_addresses_the_bytes_are_kept() {
        try (CassandraStore store = CassandraStore.open(CassandraCluster.session(), name, () -> {})) {
            store.write(batch(user("ada"), put("e1")));
            long number = store.erase(user("ada"), EraseRequest.EVERYTHING, nothing(user("ada")))
                    .number();

            assertThat(store.bytes(number, Duration.ofSeconds(1))).isEqualTo(Bytes.KEPT);
            assertThat(store.compact().findings()).singleElement().satisfies(finding -> {
                assertThat(finding.level()).isEqualTo(Level.FAIL);
                assertThat(finding.detail()).contains("no JMX addresses");
            });
        }
    }

    /** Leaves contents of a batch that was never sent, if the scope has buckets. */
    private void die(Scope user, long positions) {
        FaultySession faulty = new FaultySession();
        faulty.beforeNextBatch(() -> {
            throw new IllegalStateException("as if the process died");
        });
        try (CassandraStore store = CassandraStore.open(
                faulty.over(CassandraCluster.session()), name, positions, null, Duration.ZERO, () -> {})) {
            // More than fit into a bucket, so that one has none of the entries that are erased.
            EntryPut[] puts = IntStream.range(0, 5)
                    .mapToObj(i -> put(new EntryKey(Kind.EPISODE, "left" + i), null, NOON, text("left body")))
                    .toArray(EntryPut[]::new);
            assertThatThrownBy(() -> store.write(batch(user, puts))).isInstanceOf(IllegalStateException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {ContentBuckets.POSITIONS, NamedStores.FEW_POSITIONS})
    void a_compaction_removes_a_scope_and_single_entries_from_all_files(long positions) throws Exception {
        CassandraNode node = CassandraCluster.get().node(0);
        JmxAccess jmx = CassandraCluster.get().jmx();
        try (CassandraStore store =
                CassandraStore.open(CassandraCluster.session(), name, positions, jmx, Duration.ZERO, () -> {})) {
            Scope ada = user(text("user"));
            compactOnCommand(node);
            store.write(batch(user("bob"), put("e1")));
            fill(store, user("bob"));
            List<EntryKey> ofBob = List.copyOf(entries);
            List<String> statesOfBob = List.copyOf(states);
            fill(store, ada);
            die(user("bob"), positions);
            assertThat(search(node)).containsExactly("commitlog");
            flush(node, jmx);
            assertThat(search(node)).containsExactly("commitlog", "data/daybook", "data/system");

            store.erase(user("bob"), EraseRequest.of(ofBob, statesOfBob), nothing(user("bob")));
            long number =
                    store.erase(ada, EraseRequest.EVERYTHING, nothing(ada)).number();
            flush(node, jmx);
            assertThat(store.bytes(number, Duration.ZERO)).isEqualTo(Bytes.PENDING);
            assertThat(search(node)).containsExactly("commitlog", "data/daybook", "data/system");

            assertOk(store.compact());
            assertThat(search(node)).isEmpty();
            assertThat(store.bytes(number, Duration.ZERO)).isEqualTo(Bytes.GONE);
            assertThat(store.head(user("bob")).entries()).isEqualTo(1);
            assertOk(store.check(false));
        }
    }

    @Test
    void a_snapshot_is_named_as_kept() throws Exception {
        CassandraNode node = CassandraCluster.get().node(0);
        JmxAccess jmx = CassandraCluster.get().jmx();
        try (CassandraStore store = open(CassandraCluster.session(), jmx, Duration.ZERO)) {
            Scope ada = user(text("user"));
            fill(store, ada);
            OperatorCommands.takeSnapshot(node.jmx(), "before");
            store.erase(ada, EraseRequest.EVERYTHING, nothing(ada));

            assertThat(store.compact().findings())
                    .filteredOn(finding -> finding.level() != Level.OK)
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.detail()).contains("snapshots [before]"));
            assertThat(search(node)).containsExactly("snapshots");
            assertThat(store.bytes(Long.MAX_VALUE, Duration.ZERO)).isEqualTo(Bytes.GONE);
        } finally {
            OperatorCommands.clearSnapshot(node.jmx(), "before");
        }
    }

    @Test
    void an_erasure_that_a_removal_overtakes_gets_a_later_number() {
        FaultySession faulty = new FaultySession();
        CqlSession session = CassandraCluster.session();
        try (CassandraStore slow = CassandraStore.open(faulty.over(session), name, () -> {});
                CassandraStore remover = open(session, CassandraCluster.get().jmx(), Duration.ZERO)) {
            slow.write(batch(user("ada"), put("e1")));
            faulty.beforeNextBatch(() -> assertOk(remover.compact()));

            long number = slow.erase(user("ada"), EraseRequest.EVERYTHING, nothing(user("ada")))
                    .number();

            assertThat(number).isEqualTo(2);
            assertThat(remover.bytes(1, Duration.ZERO)).isEqualTo(Bytes.GONE);
            assertThat(remover.bytes(number, Duration.ZERO)).isEqualTo(Bytes.PENDING);
        }
    }

    @Test
    @EnabledIf("dev.daybook.cassandra.KilledNodeTest#isWanted")
    void the_bytes_wait_for_a_node_that_is_away() throws Exception {
        CassandraCluster cluster = CassandraCluster.start(3);
        try (CqlSession session = cluster.connect();
                CassandraStore store = openAtLast(session, cluster.jmx(), Duration.ofSeconds(12))) {
            Scope ada = user(text("user"));
            cluster.awaitWhole(session);
            for (int i = 0; i < 3; i++) {
                compactOnCommand(cluster.node(i));
            }
            fill(store, ada);
            cluster.node(2).kill();
            // The other nodes keep these for the one that is away.
            fill(store, ada);
            long number =
                    store.erase(ada, EraseRequest.EVERYTHING, nothing(ada)).number();

            assertThat(store.bytes(number, Duration.ofSeconds(2))).isEqualTo(Bytes.PENDING);
            assertThat(store.compact().findings()).singleElement().satisfies(finding -> {
                assertThat(finding.level()).isEqualTo(Level.FAIL);
                assertThat(finding.detail())
                        .contains(String.valueOf(cluster.node(2).jmx().getPort()));
            });
            assertThat(search(cluster.node(0))).isNotEmpty();
            assertThat(search(cluster.node(2))).isNotEmpty();

            cluster.node(2).begin();
            cluster.node(2).awaitReady();
            assertThat(store.bytes(number, Duration.ofMinutes(5))).isEqualTo(Bytes.GONE);
            for (int i = 0; i < 3; i++) {
                assertThat(search(cluster.node(i))).as("node %s", i + 1).isEmpty();
            }
        }
    }
}
