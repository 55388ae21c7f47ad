package dev.daybook.cassandra;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.NOON;
import static dev.daybook.testkit.store.BatchFixture.all;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static dev.daybook.testkit.store.BatchFixture.nothing;
import static dev.daybook.testkit.store.BatchFixture.put;
import static dev.daybook.testkit.store.ConcurrentTasks.together;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.daybook.error.StoreException;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.HealthReport;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.Blob;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StoredEntry;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Opening, sharing, limits and the check of a store in a cluster. */
@EnabledIf("dev.daybook.cassandra.CassandraCluster#isWanted")
class CassandraStoreTest {

    private static final MasterKeys KEYS = new MasterKeys(
            MasterKey.of("a key of a test with 32 letters.".getBytes(StandardCharsets.US_ASCII)), null, null);

    private final CqlSession session = CassandraCluster.session();
    private final String name = UUID.randomUUID().toString();

    private CassandraStore open() {
        return CassandraStore.open(session, name, () -> {});
    }

    @Test
    void stores_that_open_at_once_share_the_tables_and_the_turns_of_a_scope() throws Exception {
        together(4, thread -> () -> {
            CassandraStore store = open();
            for (int i = 0; i < 10; i++) {
                store.write(batch(ADA, put(thread + "-" + i)));
            }
            return store;
        });

        assertThat(all(open(), ADA, EntryScan.of(Kind.EPISODE)))
                .extracting(StoredEntry::position)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 40).boxed().toList());
        assertThat(PagedReads.rows(open(), ADA, 0)).hasSize(40);
    }

    @Test
    void a_store_with_a_session_of_its_own_finds_what_was_written() {
        String address = CassandraCluster.get().address();
        String id = UUID.randomUUID().toString();
        try (CassandraStore store = CassandraStore.connect(address, "", "")) {
            store.write(batch(ADA, put(id)));
        }
        try (CassandraStore store = CassandraStore.connect(address + "?datacenter=datacenter1", "", "")) {
            assertThat(store.get(ADA, List.of(episode(id)))).hasSize(1);
        }
    }

    @Test
    void a_cluster_that_flushes_gives_a_durable_store() {
        assertThat(open().guarantees().durable()).isTrue();
    }

    @Test
    void a_store_opens_after_all_nodes_know_its_tables() {
        FaultySession faulty = new FaultySession();
        try (CqlSession fresh = CassandraCluster.get().connect("agreement")) {
            faulty.disagreeNext();

            assertThatThrownBy(() -> CassandraStore.open(faulty.over(fresh), name, () -> {}))
                    .hasMessageContaining("do not all know the new tables yet; open the store again")
                    .asInstanceOf(type(StoreException.class))
                    .satisfies(refused -> assertThat(refused.retryable()).isTrue());
            try (CassandraStore store = CassandraStore.open(faulty.over(fresh), name, () -> {})) {
                assertThat(store.write(batch(ADA, put("e1"))).revision()).isEqualTo(1);
            }
        }
    }

    @Test
    void a_keyspace_that_is_missing_is_reported() {
        String address = CassandraCluster.get().address() + "_missing";

        assertThatThrownBy(() -> CassandraStore.connect(address, "", "")).isInstanceOf(StoreException.class);
    }

    @Test
    void tables_of_a_newer_version_are_refused() {
        open();
        session.execute("UPDATE daybook_stores SET layout = 7 WHERE store = ? IF EXISTS", name);

        assertThatThrownBy(this::open)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("layout 7")
                .hasMessageContaining("newer");
    }

    private int layout() {
        return session.execute("SELECT layout FROM daybook_stores WHERE store = ?", name)
                .one()
                .getInt("layout");
    }

    @Test
    void encrypted_tables_have_a_layout_that_earlier_versions_refuse() {
        open().close();
        assertThat(layout()).isEqualTo(1);
        for (int opening = 1; opening <= 2; opening++) {
            open().opened(KEYS).close();
            assertThat(layout()).isEqualTo(1_001);
        }
    }

    @Test
    void a_store_in_clear_whose_scopes_are_all_erased_is_refused_with_a_master_key() {
        CassandraStore store = open();
        store.write(batch(ADA, put("e1")));
        store.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA));
        assertThat(store.scopes(null, 10).items()).isEmpty();
        assertThatThrownBy(() -> open().opened(KEYS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("audit entries");
        assertThat(layout()).isEqualTo(1);
    }

    @Test
    void an_operator_removes_the_bytes_of_encrypted_erasures_without_the_master_key() {
        try (CqlSession fresh = CassandraCluster.get().connect("compacted")) {
            try (CopyableStore store = CassandraStore.open(fresh, KEYS)) {
                store.write(batch(ADA, put("e1")));
                store.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA));
            }
            HealthReport report =
                    CassandraStore.compact(fresh, CassandraCluster.get().jmx());
            assertThat(report.findings()).isNotEmpty();
            assertThat(report.ok()).isTrue();
            assertThat(fresh.execute("SELECT removed FROM daybook_stores WHERE store = 'daybook'")
                            .one()
                            .getLong("removed"))
                    .isEqualTo(1);
        }
    }

    @Test
    void a_batch_that_is_larger_than_the_nodes_take_is_refused_with_the_limit_and_changes_nothing() {
        CassandraStore store = open();
        EntryPut large = new EntryPut(
                episode("e1"), null, NOON, NOON, EntryPut.LIVE, Blob.of(new byte[9 << 20]), Map.of(), EntryPut.ANY);

        assertThatThrownBy(() -> store.write(batch(ADA, large)))
                .asInstanceOf(type(StoreException.class))
                .satisfies(failure -> {
                    assertThat(failure.retryable()).isFalse();
                    assertThat(failure).hasMessageContaining(Integer.toString((8 << 20) - (64 << 10)));
                    assertThat(failure).hasMessageContaining("commitlog_segment_size");
                });
        assertThat(store.head(ADA).revision()).isZero();
    }

    @Test
    void a_batch_of_almost_the_limit_is_written() {
        CassandraStore store = open();
        EntryPut large = new EntryPut(
                episode("e1"), null, NOON, NOON, EntryPut.LIVE, Blob.of(new byte[7 << 20]), Map.of(), EntryPut.ANY);
        store.write(batch(ADA, large));

        assertThat(store.get(ADA, List.of(episode("e1"))).get(0).body().size()).isEqualTo(7 << 20);
    }

    @Test
    void a_page_of_large_rows_ends_early_and_the_next_one_goes_on() {
        CassandraStore store = open();
        Blob large = Blob.of(new byte[3_000_000]);
        for (int i = 0; i < 8; i++) {
            store.write(batch(ADA, put("e" + i)));
            store.write(batch(ADA, new Sidecar(episode("e" + i), 2 * i + 1, "vector", large)));
        }
        Page<IndexRow> first = store.rows(ADA, 0, 1_000);

        assertThat(first.items()).isNotEmpty();
        assertThat(PagedReads.rows(store, ADA, 0).map(row -> row.key().id()))
                .containsExactly("e0", "e1", "e2", "e3", "e4", "e5", "e6", "e7");
    }

    @Test
    void an_entry_that_changes_its_time_is_found_once_by_time() {
        CassandraStore store = open();
        store.write(batch(ADA, put(episode("e1"), null, NOON, "first"), put(episode("e2"), null, NOON, "other")));
        store.write(batch(ADA, put(episode("e1"), null, NOON.plusSeconds(9), "second")));

        assertThat(all(store, ADA, EntryScan.of(Kind.EPISODE).order(EntryScan.Order.OLDEST_TIME)))
                .extracting(found -> found.body().text())
                .containsExactly("other", "second");
    }

    @Test
    void an_entry_that_comes_back_in_the_step_that_erases_it_is_there() {
        CassandraStore store = open();
        store.write(batch(ADA, put("e1"), put("e2")));
        store.erase(ADA, EraseRequest.of(List.of(episode("e1")), List.of()), batch(ADA, put(episode("e1"), "again")));

        assertThat(store.get(ADA, List.of(episode("e1"))))
                .extracting(found -> found.body().text())
                .containsExactly("again");
        assertThat(all(store, ADA, EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL)))
                .extracting(StoredEntry::position)
                .containsExactly(2L, 3L);
    }

    @Test
    void a_scope_that_comes_back_after_its_erasure_is_listed_once() {
        CassandraStore store = open();
        for (int i = 0; i < 3; i++) {
            store.write(batch(ADA, put("e" + i)));
            store.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA));
        }
        store.write(batch(ADA, put("last")));

        assertThat(store.heads(ADA.space(), null, 10).items()).hasSize(1);
        assertThat(store.heads(ADA.space(), null, 10).items()).hasSize(1);
    }

    @Test
    void named_scopes_of_all_spaces_are_listed_once_in_pages_of_any_size() {
        CassandraStore store = open();
        List<Scope> scopes = new ArrayList<>();
        for (String space : List.of("one", "three", "two")) {
            for (int user = 0; user < 4; user++) {
                scopes.add(new Scope.User(new Space(space), "user" + user));
            }
        }
        scopes.forEach(scope -> store.write(batch(scope, put("e1"))));
        Scope emptied = scopes.get(1);
        store.erase(emptied, EraseRequest.of(List.of(episode("e1")), List.of()), nothing(emptied));
        store.erase(scopes.get(2), EraseRequest.EVERYTHING, nothing(scopes.get(2)));
        scopes.remove(2);

        for (int size : new int[] {1, 2, 5, 100}) {
            assertThat(PagedReads.<Scope>all(cursor -> store.scopes(cursor, size)))
                    .as("pages of %s", size)
                    .containsExactlyInAnyOrderElementsOf(scopes);
        }
    }

    @Test
    void the_check_finds_a_changed_audit_entry_and_a_lost_entry() {
        CassandraStore store = open();
        store.write(batch(ADA, IntStream.range(0, 3).mapToObj(i -> put("e" + i)).toArray(EntryPut[]::new)));
        store.write(batch(ADA, put("e9")));
        assertThat(failing(store)).isEmpty();

        ByteBuffer key = session.execute("SELECT scope FROM daybook_scopes WHERE store = ? ALLOW FILTERING", name)
                .one()
                .getByteBuffer("scope");
        session.execute(
                "UPDATE daybook_memory SET detail = 'other' WHERE scope = ? AND life = 0 AND shelf = 7 AND name = ''"
                        + " AND n = 1 AND m = 0 IF EXISTS",
                key);
        assertThat(failing(store)).containsExactly("audit");

        session.execute(
                "DELETE FROM daybook_memory WHERE scope = ? AND life = 1 AND shelf = 2 AND name = 'episode' AND n = 2"
                        + " AND m = 0 IF EXISTS",
                key);
        assertThat(failing(store)).containsExactly("entries", "audit");
    }

    private static List<String> failing(CassandraStore store) {
        return store.check(false).findings().stream()
                .filter(finding -> finding.level() == HealthReport.Level.FAIL)
                .map(HealthReport.Finding::aspect)
                .toList();
    }
}
