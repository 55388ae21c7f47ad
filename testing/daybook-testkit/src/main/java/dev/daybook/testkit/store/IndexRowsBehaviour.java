package dev.daybook.testkit.store;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static dev.daybook.testkit.store.BatchFixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Kind;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.Sidecar;
import dev.daybook.store.Store;
import dev.daybook.testkit.StoreContract;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Index rows, from which a scope index is refreshed. */
public abstract class IndexRowsBehaviour {

    private final StoreContract contract;

    protected IndexRowsBehaviour(StoreContract contract) {
        this.contract = contract;
    }

    private Store store() {
        return contract.store();
    }

    /** e1 is changed and e2 gets a sidecar, so the order of revisions is e3, n1, e1, e2. */
    @BeforeEach
    void write() {
        store().write(batch(ADA, put("e1"), put("e2"), put("e3"), put(new EntryKey(Kind.NOTE, "n1"), "note")));
        store().write(batch(ADA, put(episode("e1"), "changed")));
        store().write(batch(ADA, new Sidecar(episode("e2"), 2, "vector", Blob.of("v"))));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 100})
    void rows_come_in_order_of_revision_and_each_entry_once(int limit) {
        List<IndexRow> rows = read(0, limit);

        assertThat(rows).extracting(row -> row.key().id()).containsExactly("e3", "n1", "e1", "e2");
        assertThat(rows).extracting(IndexRow::revision).containsExactly(3L, 4L, 5L, 6L);
        assertThat(rows).extracting(IndexRow::contentRevision).containsExactly(3L, 4L, 5L, 2L);
        assertThat(rows).extracting(IndexRow::position).containsExactly(3L, 1L, 1L, 2L);
    }

    private List<IndexRow> read(long afterRevision, int limit) {
        List<IndexRow> rows = new ArrayList<>();
        Page<IndexRow> page;
        do {
            long after =
                    rows.isEmpty() ? afterRevision : rows.get(rows.size() - 1).revision();
            page = store().rows(ADA, after, limit);
            assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
            rows.addAll(page.items());
        } while (page.cursor() != null);
        return rows;
    }

    @Test
    void rows_after_a_revision_are_the_later_changes() {
        assertThat(read(4, 10)).extracting(row -> row.key().id()).containsExactly("e1", "e2");
        assertThat(read(6, 10)).isEmpty();
        assertThat(read(1_000, 10)).isEmpty();
    }

    @Test
    void the_last_page_has_no_cursor_and_the_others_have_one() {
        assertThat(store().rows(ADA, 0, 3).cursor()).isNotNull();
        assertThat(store().rows(ADA, 0, 4).cursor()).isNull();
        assertThat(store().rows(ADA, 6, 4).cursor()).isNull();
    }

    @Test
    void the_last_row_has_the_revision_of_the_head() {
        assertThat(store().head(ADA).revision()).isEqualTo(6);
    }
}
