package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.BOB;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.episode;
import static dev.daybook.sqlite.SqliteSamples.put;
import static dev.daybook.sqlite.SqliteSamples.states;
import static dev.daybook.sqlite.SqliteSamples.vectors;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.model.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StateChange;
import dev.daybook.store.StoredEntry;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The last commits in memory answer as the database does, or not at all. */
class RecentRowsTest {

    private static final int ROWS = 1_000;

    @TempDir
    private Path folder;

    private SqliteStore store;

    /** Whether the store under test is there: it commits while it opens, too. */
    private boolean opened;

    private boolean refuses;

    @BeforeEach
    void open() {
        store = SqliteStore.open(folder);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void reopen(GroupCommitWriter.Committer committer) {
        store.close();
        store = SqliteStore.open(folder, sql -> {
            if (opened) {
                committer.commit(sql);
            } else {
                GroupCommitWriter.Committer.FLUSH.commit(sql);
            }
        });
        opened = true;
    }

    private void commitUnlessRefused(SqlConnection sql) throws SQLException {
        if (refuses) {
            throw new IllegalStateException("the commit is refused");
        }
        GroupCommitWriter.Committer.FLUSH.commit(sql);
    }

    /**
     * Reads behind a second commit that is visible, and that its writer has not recorded yet. Returns by how many revisions the
     * rows are behind the revision that was seen just before.
     */
    private List<Long> rowsBehind(LongSupplier revision) {
        List<Long> behind = new ArrayList<>();
        boolean[] looks = new boolean[1];
        reopen(sql -> {
            GroupCommitWriter.Committer.FLUSH.commit(sql);
            if (looks[0]) {
                looks[0] = false;
                long seen = revision.getAsLong();
                behind.add(seen - store.rows(ADA, 0, ROWS).items().size());
            }
        });
        store.write(batch(ADA, put("e1", "walk")));
        looks[0] = true;
        store.write(batch(ADA, put("e2", "boat")));
        return behind;
    }

    /** Returns the statements of a read, with the begin and the end of its transaction. */
    private long statements(Supplier<?> read) {
        long before = store.readerPool().read(SqlConnection::runs);
        read.get();
        return store.readerPool().read(SqlConnection::runs) - before - 2;
    }

    @Test
    void the_rows_and_the_entry_of_the_last_write_are_read_without_a_statement() {
        long before = store.write(batch(ADA, put("e1", "walk"))).revision();
        store.write(batch(ADA, put("e2", "boat")));

        assertThat(statements(() -> store.rows(ADA, before, ROWS))).isZero();
        assertThat(statements(() -> store.get(ADA, List.of(episode("e2"))))).isZero();
        assertThat(store.rows(ADA, before, ROWS).items())
                .extracting(IndexRow::key)
                .containsExactly(episode("e2"));
    }

    @Test
    void a_write_of_another_scope_or_of_a_state_leaves_the_rows_in_memory() {
        long before = store.write(batch(ADA, put("e1", "walk"))).revision();
        store.write(batch(ADA, put("e2", "boat")));
        store.write(batch(BOB, put("e3", "lake")));
        store.write(states(ADA, new StateChange("s", 0, Blob.of("x"))));

        assertThat(statements(() -> store.rows(ADA, before, ROWS))).isZero();
        assertThat(store.get(BOB, List.of(episode("e2")))).isEmpty();
    }

    @Test
    void a_reader_that_is_behind_the_rows_in_memory_reads_the_database() {
        store.write(batch(ADA, put("e1", "walk")));
        long second = store.write(batch(ADA, put("e2", "boat"))).revision();
        store.recentRows().clear();
        store.write(batch(ADA, put("e3", "lake")));

        assertThat(statements(() -> store.rows(ADA, second, ROWS))).isZero();
        assertThat(store.rows(ADA, second - 1, ROWS).items())
                .extracting(IndexRow::key)
                .containsExactly(episode("e2"), episode("e3"));
        assertThat(store.get(ADA, List.of(episode("e2"), episode("e3")))).hasSize(2);
    }

    @Test
    void a_page_with_fewer_rows_than_there_are_has_a_cursor() {
        store.write(batch(ADA, put("e1", "walk"), put("e2", "boat")));

        assertThat(store.rows(ADA, 0, 1).items()).hasSize(1);
        assertThat(store.rows(ADA, 0, 1).cursor()).isNotNull();
    }

    @Test
    void the_size_of_an_entry_in_memory_is_told() {
        store.write(batch(ADA, put("e1", "walk")));
        List<Long> sizes = new ArrayList<>();

        store.get(ADA, List.of(episode("e1")), sizes::add);

        assertThat(sizes).containsExactly(4L);
    }

    @Test
    void a_row_is_not_shown_before_its_commit_nor_after_a_failed_one() {
        List<Integer> seen = new ArrayList<>();
        reopen(sql -> {
            seen.add(store.rows(ADA, 0, ROWS).items().size());
            commitUnlessRefused(sql);
        });
        store.write(batch(ADA, put("e1", "walk")));
        store.write(batch(ADA, put("e2", "boat")));
        assertThat(seen).endsWith(0, 1);

        refuses = true;
        assertThatThrownBy(() -> store.write(batch(ADA, put("e3", "lake")))).isInstanceOf(IllegalStateException.class);
        refuses = false;

        assertThat(store.rows(ADA, 0, ROWS).items()).hasSize(2);
        assertThat(store.get(ADA, List.of(episode("e3")))).isEmpty();
    }

    @Test
    void an_erasure_leaves_no_entry_of_its_scope_in_memory() {
        store.write(batch(ADA, put("e1", "walk")));
        store.write(batch(BOB, put("e2", "boat")));
        assertThat(store.recentRows().size()).isEqualTo(2);

        erase(ADA, episode("e1"));

        assertThat(store.recentRows().size()).isEqualTo(1);
        assertThat(store.rows(ADA, 0, ROWS).items()).isEmpty();
        assertThat(store.get(ADA, List.of(episode("e1")))).isEmpty();
    }

    @Test
    void an_erasure_that_fails_leaves_no_entry_of_its_scope_in_memory() {
        reopen(this::commitUnlessRefused);
        store.write(batch(ADA, put("e1", "walk")));

        refuses = true;
        assertThatThrownBy(() -> erase(ADA, episode("e1"))).isInstanceOf(IllegalStateException.class);
        refuses = false;

        assertThat(store.recentRows().size()).isZero();
        assertThat(store.get(ADA, List.of(episode("e1")))).hasSize(1);
    }

    @Test
    void a_repair_leaves_no_entry_in_memory() {
        store.write(batch(ADA, put("e1", "walk")));

        store.check(true);

        assertThat(store.recentRows().size()).isZero();
    }

    @Test
    void a_repair_that_fails_leaves_no_entry_in_memory() {
        reopen(this::commitUnlessRefused);
        store.write(batch(ADA, put("e1", "walk")));

        refuses = true;
        assertThatThrownBy(() -> store.check(true)).isInstanceOf(IllegalStateException.class);
        refuses = false;

        assertThat(store.recentRows().size()).isZero();
    }

    @Test
    void a_closed_store_has_no_rows_in_memory() {
        store.write(batch(ADA, put("e1", "walk")));
        store.close();

        assertThat(store.recentRows().size()).isZero();
        assertThatThrownBy(() -> store.rows(ADA, 0, ROWS)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> store.get(ADA, List.of(episode("e1")))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_head_that_a_reader_saw_is_not_followed_by_earlier_rows() {
        assertThat(rowsBehind(() -> store.numbers(ADA).revision())).containsExactly(0L);
    }

    @Test
    void a_listed_head_is_not_followed_by_earlier_rows() {
        assertThat(rowsBehind(() ->
                        store.heads(ADA.space(), null, 10).items().get(0).head().revision()))
                .containsExactly(0L);
    }

    @Test
    void large_writes_and_many_scopes_leave_room() {
        store.write(batch(ADA, put("e1", "walk")));
        store.write(batch(ADA, put("large", "x".repeat(RecentRows.BYTES_OF_A_SCOPE + 1))));
        assertThat(store.recentRows().size()).isZero();

        for (int i = 0; i < RecentRows.ROWS_OF_A_SCOPE; i++) {
            store.write(batch(ADA, put("e" + i, "walk")));
        }
        long last = store.head(ADA).revision();
        store.write(batch(ADA, put("next", "walk")));
        assertThat(statements(() -> store.rows(ADA, last, ROWS))).isZero();
        assertThat(statements(() -> store.rows(ADA, last - 1, ROWS))).isPositive();

        for (int i = 0; i <= RecentRows.SCOPES; i++) {
            store.write(batch(SqliteSamples.user("u" + i), put("e", "walk")));
        }
        assertThat(store.recentRows().size()).isEqualTo(RecentRows.SCOPES);
    }

    /** Random writes of two scopes; before each comparison with the database there are up to six of them. */
    @Test
    void memory_and_database_give_the_same_rows_and_entries_after_random_changes() {
        Random random = new Random(7);
        int fromMemory = 0;
        for (int step = 0; step < 400; step++) {
            change(random);
            if (random.nextInt(3) > 0) {
                continue;
            }
            for (Scope scope : List.of(ADA, BOB)) {
                fromMemory += compare(scope);
            }
        }
        assertThat(fromMemory).isGreaterThan(200);
    }

    private void change(Random random) {
        Scope scope = random.nextBoolean() ? ADA : BOB;
        EntryKey key = episode("e" + random.nextInt(12));
        switch (random.nextInt(10)) {
            case 0 -> erase(scope, key);
            case 1 ->
                store.get(scope, List.of(key))
                        .forEach(stored -> store.write(vectors(
                                scope,
                                new Sidecar(key, stored.contentRevision(), "v", Blob.of("v" + random.nextInt())))));
            case 2 ->
                assertThatThrownBy(() -> store.write(batch(scope, put(key.id(), "refused", 1_000_000))))
                        .isInstanceOf(RuntimeException.class);
            case 3 -> store.write(states(scope, new StateChange("s" + random.nextInt(), 0, Blob.of("x"))));
            case 4 -> store.write(batch(scope, put(key.id(), "two"), put("f" + random.nextInt(5), "two")));
            default -> store.write(batch(scope, put(key.id(), "walk " + random.nextInt())));
        }
    }

    private void erase(Scope scope, EntryKey key) {
        store.erase(scope, EraseRequest.of(List.of(key), List.of()), SqliteSamples.nothing(scope));
    }

    /** Returns the number of reads that ran no statement. */
    private int compare(Scope scope) {
        List<List<IndexRow>> rows = new ArrayList<>();
        List<List<StoredEntry>> entries = new ArrayList<>();
        int fromMemory = 0;
        long last = store.head(scope).revision();
        for (int pass = 0; pass < 2; pass++) {
            List<IndexRow> all = new ArrayList<>();
            List<StoredEntry> found = new ArrayList<>();
            for (long after = Math.max(0, last - 8); after <= last; after++) {
                long asked = after;
                long before = store.readerPool().read(SqlConnection::runs);
                all.addAll(store.rows(scope, asked, ROWS).items());
                fromMemory += store.readerPool().read(SqlConnection::runs) - before == 2 ? 1 : 0;
            }
            for (int i = 0; i < 12; i++) {
                found.addAll(store.get(scope, List.of(episode("e" + i))));
            }
            rows.add(all);
            entries.add(found);
            if (pass == 0) {
                store.recentRows().drop(scope);
            }
        }
        assertThat(rows.get(0)).isEqualTo(rows.get(1));
        assertThat(entries.get(0)).isEqualTo(entries.get(1));
        return fromMemory;
    }
}
