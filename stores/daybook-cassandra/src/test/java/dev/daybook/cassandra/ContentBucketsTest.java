package dev.daybook.cassandra;

import static dev.daybook.model.Message.user;
import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.NOON;
import static dev.daybook.testkit.store.BatchFixture.all;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static dev.daybook.testkit.store.BatchFixture.nothing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.error.ConflictException;
import dev.daybook.error.StoreException;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Kind;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import dev.daybook.testkit.copy.CopyResults;
import dev.daybook.testkit.store.GoldenAnswers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Scopes whose entries from the fourth one on are in buckets of four. */
@EnabledIf("dev.daybook.cassandra.CassandraCluster#isWanted")
class ContentBucketsTest {

    private static final int ENTRIES = 14;

    private final String name = UUID.randomUUID().toString();
    private final CqlSession session = CassandraCluster.session();
    private final FaultySession faulty = new FaultySession();
    private final CassandraStore store = NamedStores.openWithBuckets(faulty.over(session), name);
    private final CassandraStore other = NamedStores.openWithBuckets(session, name);

    /** Returns a text that no other test writes. */
    private String text(String what) {
        return name + " " + what + ".";
    }

    private EntryPut entry(int number, String what, Map<String, Blob> sidecars) {
        return new EntryPut(
                episode("e" + number),
                "s" + number % 2,
                NOON.plusSeconds(number % 5),
                NOON,
                EntryPut.LIVE,
                Blob.of(text(what + " " + number)),
                sidecars,
                EntryPut.ANY);
    }

    /** Returns batches with two sidecars for each entry, and a second version of every third one. */
    private List<WriteBatch> batches() {
        List<WriteBatch> batches = new ArrayList<>();
        for (int i = 1; i <= ENTRIES; i++) {
            batches.add(batch(ADA, entry(i, "first", Map.of("terms", Blob.of(text("terms " + i))))));
            batches.add(batch(ADA, new Sidecar(episode("e" + i), 2 * i - 1, "vector", Blob.of(text("vector " + i)))));
        }
        for (int i = 1; i <= ENTRIES; i += 3) {
            batches.add(batch(ADA, entry(i, "second", Map.of("terms", Blob.of(text("later terms " + i))))));
        }
        return batches;
    }

    private void fill() {
        batches().forEach(store::write);
    }

    private static List<EntryKey> keys(int... numbers) {
        return IntStream.of(numbers).mapToObj(number -> episode("e" + number)).toList();
    }

    /** Returns the texts of this test in buckets, without the part that all have. */
    private List<String> inBuckets() {
        return session.execute("SELECT bytes FROM daybook_contents").all().stream()
                .map(row -> new String(RowValues.bytes(RowValues.buffer(row, "bytes")), StandardCharsets.UTF_8))
                .filter(text -> text.startsWith(name))
                .map(text -> text.substring(name.length() + 1, text.length() - 1))
                .toList();
    }

    private static List<Finding> unusual(CassandraStore store, boolean repair) {
        return store.check(repair).findings().stream()
                .filter(finding -> finding.level() != Level.OK)
                .toList();
    }

    @Test
    void a_scope_over_several_buckets_gives_the_answers_of_one_without() {
        CassandraStore plain = CassandraStore.open(session, name + " plain", () -> {});
        for (WriteBatch batch : batches()) {
            assertThat(store.write(batch)).isEqualTo(plain.write(batch));
        }

        assertThat(GoldenAnswers.of(store)).hasSizeGreaterThan(3 * ENTRIES).isEqualTo(GoldenAnswers.of(plain));
        List<EntryKey> keys = keys(14, 1, 4, 3, 99);
        assertThat(store.get(ADA, keys)).hasSize(4).isEqualTo(plain.get(ADA, keys));
        assertThat(PagedReads.rows(store, ADA, 20))
                .isNotEmpty()
                .containsExactlyElementsOf(PagedReads.rows(plain, ADA, 20).toList());
        for (EntryScan.Order order : EntryScan.Order.values()) {
            for (EntryScan.Versions versions :
                    List.of(EntryScan.Versions.CURRENT, EntryScan.Versions.ALL, EntryScan.Versions.asOf(NOON))) {
                EntryScan scan = EntryScan.of(Kind.EPISODE)
                        .order(order)
                        .versions(versions)
                        .limit(3);
                assertThat(all(store, ADA, scan)).hasSizeGreaterThan(12).isEqualTo(all(plain, ADA, scan));
                assertThat(all(store, ADA, scan.inSession("s1")))
                        .hasSizeGreaterThan(6)
                        .isEqualTo(all(plain, ADA, scan.inSession("s1")));
            }
        }
        assertThat(unusual(store, false)).isEmpty();
    }

    @Test
    void the_contents_of_the_first_entries_and_replaced_sidecars_are_in_no_bucket() {
        fill();

        assertThat(inBuckets())
                .contains("first 4", "second 4", "later terms 4", "terms 5", "vector 14")
                .doesNotContain("first 3", "vector 3", "terms 4", "vector 4");
    }

    @Test
    void entries_in_buckets_are_recalled_also_by_a_process_that_reads_them_anew() {
        List<String> things = List.of("kayak", "lighthouse", "varnish", "gravel", "heron", "walnut", "tram", "opal");
        try (Daybook daybook = Daybook.builder(store).noEmbedder().open()) {
            Memory ada = daybook.user("ada");
            things.forEach(thing -> ada.session("s").remember(user("Ada wrote about a " + thing)));
            things.forEach(thing -> assertThat(ada.recall(thing))
                    .first()
                    .satisfies(hit -> assertThat(hit.text()).contains(thing)));
        }
        try (Daybook daybook = Daybook.builder(other).noEmbedder().open()) {
            things.forEach(thing -> assertThat(daybook.user("ada").recall(thing))
                    .first()
                    .satisfies(hit -> assertThat(hit.text()).contains(thing)));
        }
    }

    @Test
    void an_erasure_of_entries_removes_their_contents_and_no_others() {
        fill();
        store.erase(ADA, EraseRequest.of(keys(2, 7, 13), List.of()), nothing(ADA));

        assertThat(inBuckets())
                .contains("first 6", "first 8", "terms 12", "vector 14")
                .noneMatch(text -> text.endsWith(" 7") || text.endsWith(" 13"));
        assertThat(all(store, ADA, EntryScan.of(Kind.EPISODE))).hasSize(ENTRIES - 3);
        assertThat(PagedReads.rows(store, ADA, 0)).hasSize(ENTRIES - 3);
        assertThat(unusual(store, false)).isEmpty();
    }

    @Test
    void an_erasure_of_the_scope_removes_all_contents_but_those_that_come_with_it() {
        fill();
        store.erase(ADA, EraseRequest.EVERYTHING, batch(ADA, entry(30, "new", Map.of())));

        assertThat(inBuckets()).containsExactly("new 30");
        assertThat(all(store, ADA, EntryScan.of(Kind.EPISODE)))
                .extracting(found -> found.body().text())
                .containsExactly(text("new 30"));
        assertThat(unusual(store, false)).isEmpty();
    }

    @Test
    void an_erasure_whose_answer_is_lost_removes_the_contents() {
        fill();
        faulty.failNext(FaultySession.BatchFault.ANSWER_LOST);
        store.erase(ADA, EraseRequest.of(keys(7), List.of()), nothing(ADA));

        assertThat(inBuckets()).contains("first 6").noneMatch(text -> text.endsWith(" 7"));
    }

    @Test
    void contents_are_written_before_their_batch_and_removed_if_it_is_overtaken() {
        fill();
        faulty.beforeNextBatch(() -> {
            assertThat(inBuckets()).contains("late 20");
            assertThat(other.get(ADA, keys(20))).isEmpty();
            other.write(batch(ADA, entry(21, "other", Map.of())));
        });
        store.write(batch(ADA, entry(20, "late", Map.of())));

        assertThat(inBuckets().stream().filter("late 20"::equals)).hasSize(1);
        assertThat(store.get(ADA, keys(20, 21)))
                .extracting(StoredEntry::position)
                .containsExactly(ENTRIES + 2L, ENTRIES + 1L);
        assertThat(unusual(store, false)).isEmpty();
    }

    /** Leaves the contents of an entry whose batch was never sent, and one batch after it. */
    private void die() {
        fill();
        faulty.beforeNextBatch(() -> {
            throw new IllegalStateException("as if the process died");
        });
        EntryPut put = entry(20, "left", Map.of("terms", Blob.of(text("left terms 20"))));
        assertThatThrownBy(() -> store.write(batch(ADA, put))).isInstanceOf(IllegalStateException.class);
        other.write(batch(ADA, entry(21, "other", Map.of())));
        assertThat(inBuckets()).contains("left 20", "left terms 20");
    }

    @Test
    void the_contents_of_a_process_that_died_are_never_read_and_removed_by_a_check_with_repair() {
        die();

        assertThat(store.get(ADA, keys(20))).isEmpty();
        assertThat(GoldenAnswers.of(store).toString()).contains("EPISODE e21 ").doesNotContain("EPISODE e20 ");
        assertThat(store.get(ADA, keys(21)))
                .extracting(found -> found.body().text())
                .containsExactly(text("other 21"));
        assertThat(unusual(store, false)).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(Level.WARN);
            assertThat(finding.detail()).startsWith("2 bodies or sidecars");
        });
        assertThat(unusual(store, true)).isEmpty();
        assertThat(inBuckets()).contains("other 21").noneMatch(text -> text.startsWith("left"));
        assertThat(unusual(store, false)).isEmpty();
    }

    @Test
    void the_contents_of_a_process_that_died_go_with_an_erasure_of_the_scope() {
        die();
        store.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA));

        assertThat(inBuckets()).isEmpty();
    }

    @Test
    void the_contents_of_a_process_that_died_go_with_an_erasure_of_an_entry_of_their_bucket() {
        die();
        store.erase(ADA, EraseRequest.of(keys(14), List.of()), nothing(ADA));

        assertThat(inBuckets()).contains("other 21").noneMatch(text -> text.startsWith("left"));
    }

    @Test
    void a_check_with_repair_leaves_the_contents_of_a_batch_that_is_under_way() {
        fill();
        faulty.beforeNextBatch(() -> assertThat(unusual(other, true)).isEmpty());
        store.write(batch(ADA, entry(20, "late", Map.of())));

        assertThat(store.get(ADA, keys(20)))
                .extracting(found -> found.body().text())
                .containsExactly(text("late 20"));
    }

    @Test
    void a_batch_whose_request_is_lost_leaves_one_copy_of_its_contents() {
        fill();
        faulty.failNext(FaultySession.BatchFault.REQUEST_LOST);
        store.write(batch(ADA, entry(20, "late", Map.of())));

        assertThat(inBuckets().stream().filter("late 20"::equals)).hasSize(1);
        assertThat(store.get(ADA, keys(20))).hasSize(1);
    }

    @Test
    void a_batch_whose_answer_is_lost_keeps_its_contents() {
        fill();
        faulty.failNext(FaultySession.BatchFault.ANSWER_LOST);
        store.write(batch(ADA, entry(20, "late", Map.of("terms", Blob.of(text("late terms 20"))))));

        assertThat(inBuckets()).contains("late 20", "late terms 20");
        assertThat(store.get(ADA, keys(20))).hasSize(1);
        assertThat(unusual(store, false)).isEmpty();
    }

    @Test
    void a_repeated_operation_leaves_one_copy_of_its_contents() {
        fill();
        WriteBatch batch = batch(ADA, entry(20, "late", Map.of()));
        store.write(batch);
        store.write(batch);

        assertThat(inBuckets().stream().filter("late 20"::equals)).hasSize(1);
        assertThat(store.get(ADA, keys(20))).hasSize(1);
    }

    @Test
    void a_batch_that_conflicts_leaves_no_contents() {
        fill();
        EntryPut put =
                new EntryPut(episode("e5"), null, NOON, NOON, EntryPut.LIVE, Blob.of(text("conflict")), Map.of(), 0);

        assertThatThrownBy(() -> store.write(batch(ADA, put))).isInstanceOf(ConflictException.class);
        assertThat(inBuckets()).contains("first 5").doesNotContain("conflict");
    }

    /** Removes the contents of the fifth entry. */
    private void lose(String ofStore) {
        Row bucket = session.execute("SELECT scope FROM daybook_buckets WHERE store = ? ALLOW FILTERING", ofStore)
                .one();
        session.execute(
                "DELETE FROM daybook_contents USING TIMESTAMP 2 WHERE scope = ? AND bucket = 1 AND life = 1"
                        + " AND kind = 'episode' AND place = 5",
                bucket.getByteBuffer("scope"));
    }

    private static void assertLost(CassandraStore store) {
        assertThat(unusual(store, true)).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(Level.FAIL);
            assertThat(finding.detail()).startsWith("3 bodies or sidecars");
        });
        assertThat(store.get(ADA, keys(5, 6))).hasSize(1);
    }

    @Test
    void the_check_finds_a_lost_content() {
        fill();
        lose(name);

        assertLost(store);
    }

    @Test
    void a_scope_in_buckets_is_copied_and_the_check_of_the_copy_finds_a_lost_content() {
        fill();
        String named = name + " copy";
        CassandraStore copy = NamedStores.openWithBuckets(session, named);
        CassandraStore plain = CassandraStore.open(session, name + " plain", () -> {});

        CopyResults.copy(store, copy);
        CopyResults.copy(store, plain);
        assertThat(GoldenAnswers.of(copy)).isEqualTo(GoldenAnswers.of(store));
        assertThat(GoldenAnswers.of(plain)).isEqualTo(GoldenAnswers.of(store));
        assertThat(unusual(copy, false)).isEmpty();
        lose(named);
        assertLost(copy);
    }

    @Test
    void a_batch_that_the_nodes_refuse_leaves_no_contents() {
        fill();
        faulty.beforeNextBatch(() -> {
            assertThat(inBuckets()).contains("refused 20");
            throw new InvalidQueryException(null, "as if the node refused it");
        });
        WriteBatch batch = batch(ADA, entry(20, "refused", Map.of()));

        assertThatThrownBy(() -> store.write(batch)).isInstanceOf(StoreException.class);
        assertThat(inBuckets()).contains("first 5").doesNotContain("refused 20");
    }

    @Test
    void a_body_that_is_larger_than_the_nodes_take_is_refused() {
        fill();
        EntryPut large = new EntryPut(
                episode("e20"), null, NOON, NOON, EntryPut.LIVE, Blob.of(new byte[9 << 20]), Map.of(), EntryPut.ANY);

        assertThatThrownBy(() -> store.write(batch(ADA, large)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("nothing was changed");
        assertThat(store.get(ADA, keys(20))).isEmpty();
    }
}
