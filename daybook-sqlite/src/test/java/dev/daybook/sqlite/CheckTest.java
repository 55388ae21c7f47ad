package dev.daybook.sqlite;

import static dev.daybook.sqlite.Samples.ADA;
import static dev.daybook.sqlite.Samples.batch;
import static dev.daybook.sqlite.Samples.episode;
import static dev.daybook.sqlite.Samples.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.data.Kind;
import dev.daybook.data.StoreException;
import dev.daybook.spi.Health;
import dev.daybook.spi.Health.Finding;
import dev.daybook.spi.Health.Level;
import dev.daybook.spi.Row;
import dev.daybook.spi.Scan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckTest {

    @TempDir
    Path folder;

    @BeforeEach
    void fill() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("a", "a boat")));
            store.write(batch(ADA, put("b", "a lake")));
            store.write(batch(ADA, put("b", "a larger lake")));
            store.write(batch(Samples.BOB, put("a", "a boat")));
        }
    }

    @Test
    void a_sound_store_has_a_finding_for_each_thing_and_none_is_bad() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            Health health = store.check(true);
            assertThat(health.findings())
                    .extracting(Finding::what)
                    .containsExactly(
                            "pages and indexes",
                            "entries",
                            "states",
                            "scopes",
                            "counts",
                            "index rows",
                            "audit",
                            "erased bytes",
                            "disk");
            assertThat(health.findings()).allMatch(finding -> finding.level() != Level.FAIL);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE audit SET detail = 'nothing' WHERE seq = 2",
                "UPDATE audit SET at = at + 1 WHERE seq = 1",
                "UPDATE audit SET scope = 2 WHERE seq = 1",
                "DELETE FROM audit WHERE seq = 1",
                "DELETE FROM audit WHERE seq = 3",
                "DELETE FROM audit WHERE seq = 4",
                "INSERT INTO audit SELECT 5, scope, at, operation, action, detail, chain FROM audit WHERE seq = 4"
            })
    void an_audit_record_that_was_changed_removed_or_added_is_found(String change) throws Exception {
        Raw.change(folder, change);
        assertThat(failed(false)).containsExactly("audit");
    }

    private List<String> failed(boolean repair) {
        try (SqliteStore store = SqliteStore.open(folder)) {
            List<Finding> failed = store.check(repair).findings().stream()
                    .filter(finding -> finding.level() == Level.FAIL)
                    .toList();
            assertThat(failed).allMatch(finding -> !finding.remedy().isBlank());
            return failed.stream().map(Finding::what).toList();
        }
    }

    @Test
    void an_entry_that_lost_its_index_row_gets_one_and_a_row_without_an_entry_goes() throws Exception {
        Raw.change(folder, "UPDATE index_row SET place = place + 7 WHERE place = (SELECT min(place) FROM index_row)");
        assertThat(failed(false)).containsExactly("index rows");
        assertThat(failed(true)).isEmpty();

        try (SqliteStore store = SqliteStore.open(folder)) {
            List<Row> rows = store.rows(ADA, 0, 10).items();
            assertThat(rows).extracting(row -> row.key().id()).containsExactly("b", "a");
            assertThat(rows.get(1).revision()).isEqualTo(4);
            assertThat(rows.get(1).contentRevision()).isEqualTo(1);
            assertThat(rows.get(1).sidecars()).isEmpty();
            assertThat(store.write(batch(ADA, put("a", "z"))).revision()).isEqualTo(5);
        }
    }

    @Test
    void counts_are_taken_from_the_entries_and_never_fall_behind_their_positions() throws Exception {
        Raw.change(folder, "DELETE FROM entry WHERE id = 'a' AND scope = 1");
        assertThat(failed(false)).containsExactlyInAnyOrder("counts", "index rows");
        assertThat(failed(true)).isEmpty();
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(store.head(ADA).counts()).isEqualTo(Map.of(Kind.EPISODE, 1L));
            assertThat(store.write(batch(ADA, put("c", "x"))).placed().get(0).position())
                    .isEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE entry SET body = x'00' WHERE id = 'a'",
                "UPDATE entry SET time = time + 1 WHERE id = 'a'",
                "UPDATE entry SET status = 'gone' WHERE id = 'a'",
                "UPDATE index_row SET packed = x'00'",
                "UPDATE scope SET revision = 9"
            })
    void a_record_that_does_not_fit_its_checksum_is_never_answered(String change) throws Exception {
        Raw.change(folder, change);
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThatThrownBy(() -> {
                        store.get(ADA, List.of(episode("a")));
                        store.rows(ADA, 0, 10);
                        store.scan(ADA, Scan.of(Kind.EPISODE));
                    })
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("is damaged")
                    .hasMessageContaining("daybook doctor");
            assertThat(store.check(false).ok()).isFalse();
        }
    }

    @Test
    void index_rows_that_are_missing_at_the_end_are_missed() throws Exception {
        Raw.change(folder, "DELETE FROM index_row");
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThatThrownBy(() -> store.rows(ADA, 0, 10)).isInstanceOf(StoreException.class);
            assertThat(store.check(true).ok()).isTrue();
            assertThat(store.rows(ADA, 0, 10).items()).hasSize(2);
        }
    }
}
