package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.episode;
import static dev.daybook.sqlite.SqliteSamples.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.model.Kind;
import dev.daybook.outcome.HealthReport;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import dev.daybook.store.EntryScan;
import dev.daybook.store.IndexRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
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
            store.write(batch(SqliteSamples.BOB, put("a", "a boat")));
        }
    }

    @Test
    void a_sound_store_has_a_finding_for_each_thing_and_none_is_bad() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            HealthReport health = store.check(true);
            assertThat(health.findings())
                    .extracting(Finding::aspect)
                    .containsExactly(
                            "pages and indexes",
                            "write-ahead log",
                            "schema",
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
        RawDatabase.change(folder, change);
        assertThat(failed(false)).containsExactly("audit");
    }

    private List<String> failed(boolean repair) {
        try (SqliteStore store = SqliteStore.open(folder)) {
            List<Finding> failed = store.check(repair).findings().stream()
                    .filter(finding -> finding.level() == Level.FAIL)
                    .toList();
            assertThat(failed).allMatch(finding -> !finding.remedy().isBlank());
            return failed.stream().map(Finding::aspect).toList();
        }
    }

    @Test
    void an_entry_whose_sidecars_are_damaged_loses_them_and_stays() throws Exception {
        RawDatabase.flip(folder, "scope = 1 AND position = 1", RawDatabase.SIDECAR);
        assertThat(failed(false)).containsExactly("index rows");
        assertThat(failed(true)).isEmpty();

        try (SqliteStore store = SqliteStore.open(folder)) {
            List<IndexRow> rows = store.rows(ADA, 0, 10).items();
            assertThat(rows).extracting(row -> row.key().id()).containsExactly("b", "a");
            assertThat(rows.get(1).revision()).isEqualTo(4);
            assertThat(rows.get(1).contentRevision()).isEqualTo(1);
            assertThat(rows.get(1).sidecars()).isEmpty();
            assertThat(store.get(ADA, List.of(episode("a"))).get(0).body().text())
                    .isEqualTo("a boat");
            assertThat(store.write(batch(ADA, put("a", "z"))).revision()).isEqualTo(5);
        }
    }

    /** Both rows are authentic: only the version that is there twice tells it. */
    @Test
    void an_earlier_version_that_was_put_back_with_all_its_columns_is_found() throws Exception {
        RawDatabase.change(
                folder,
                "UPDATE entry SET content = old.content, content_revision = old.content_revision, key_slot = old.key_slot,"
                        + " time = old.time, recorded = old.recorded, status = old.status,"
                        + " revision_key = entry.scope << 39 | old.content_revision"
                        + " FROM version AS old WHERE old.place = entry.place");
        assertThat(failed(false)).containsExactly("entries");
    }

    @Test
    void counts_are_taken_from_the_entries_and_never_fall_behind_their_positions() throws Exception {
        RawDatabase.change(folder, "DELETE FROM entry WHERE position = 1 AND scope = 1");
        assertThat(failed(false)).containsExactly("counts");
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
                "UPDATE entry SET content = x'00' WHERE position = 1",
                "UPDATE entry SET content = zeroblob(length(content)) WHERE position = 1",
                "UPDATE entry SET key_slot = key_slot + 1 WHERE position = 1",
                "UPDATE entry SET key_slot = 9999 WHERE position = 1",
                "UPDATE entry SET time = time + 1 WHERE position = 1",
                "UPDATE entry SET status = 'gone' WHERE position = 1",
                "UPDATE scope SET revision = 9"
            })
    void a_record_that_does_not_fit_its_checksum_is_never_answered(String change) throws Exception {
        RawDatabase.change(folder, change);
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThatThrownBy(() -> {
                        store.get(ADA, List.of(episode("a")));
                        store.rows(ADA, 0, 10);
                        store.scan(ADA, EntryScan.of(Kind.EPISODE));
                    })
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("is damaged")
                    .hasMessageContaining("daybook doctor");
            assertThat(store.check(false).ok()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "position = 1"})
    void damaged_index_rows_are_made_again_when_they_are_read(String where) throws Exception {
        RawDatabase.flip(folder, where, RawDatabase.SIDECAR);
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(store.rows(ADA, 0, 10).items())
                    .extracting(row -> row.key().id())
                    .containsExactlyInAnyOrder("a", "b");
            assertThat(store.rows(SqliteSamples.BOB, 0, 10).items())
                    .extracting(row -> row.key().id())
                    .containsExactly("a");
            HealthReport health = store.check(false);
            assertThat(health.ok()).isTrue();
            assertThat(health.findings())
                    .anyMatch(finding -> finding.aspect().equals("index rows") && finding.level() == Level.WARN);
            assertThat(store.write(batch(ADA, put("a", "z"))).placed()).hasSize(1);
        }
    }

    @Test
    void entries_that_cannot_be_read_are_missed_by_a_full_read_of_the_index_rows() throws Exception {
        RawDatabase.change(folder, "DELETE FROM entry WHERE position = 1 AND scope = 1");
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThatThrownBy(() -> store.rows(ADA, 0, 10))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("entries that cannot be read");
        }
    }

    @Test
    void a_damaged_index_is_built_again_at_opening_and_told() throws Exception {
        damageIndex("entry_by_id");
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(store.get(ADA, List.of(episode("a"), episode("b")))).hasSize(2);
            HealthReport health = store.check(false);
            assertThat(health.ok()).isTrue();
            assertThat(health.findings())
                    .anyMatch(finding -> finding.aspect().equals("indexes") && finding.level() == Level.WARN);
        }
    }

    /** Builds an index while it is one of no rows, so that it lacks all of them. */
    private void damageIndex(String index) throws Exception {
        String where = " WHERE name = '" + index + "'";
        RawDatabase.change(
                folder,
                "PRAGMA writable_schema = ON",
                "UPDATE sqlite_schema SET sql = sql || ' WHERE scope > 1000'" + where,
                "PRAGMA writable_schema = RESET",
                "REINDEX " + index,
                "PRAGMA writable_schema = ON",
                "UPDATE sqlite_schema SET sql = replace(sql, ' WHERE scope > 1000', '')" + where,
                "PRAGMA writable_schema = RESET");
    }

    @Test
    void indexes_of_entries_that_are_not_all_there_stay_as_they_are() throws Exception {
        RawDatabase.change(folder, "DELETE FROM entry WHERE position = 1 AND scope = 1");
        damageIndex("entry_by_session");
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(store.check(false).ok()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE kept (x)",
                "CREATE TRIGGER keep AFTER INSERT ON entry BEGIN SELECT 1; END",
                "CREATE VIEW all_entries AS SELECT * FROM entry",
                "CREATE INDEX more ON entry (status)",
                "DROP INDEX entry_by_session"
            })
    void a_foreign_schema_change_is_detected(String change) throws Exception {
        RawDatabase.change(folder, change);
        assertThat(failed(false)).containsExactly("schema");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100})
    void a_scan_can_go_past_damaged_entries_and_names_them(int limit) throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            for (String id : List.of("c", "d", "e")) {
                store.write(batch(ADA, put(id, id)));
            }
        }
        RawDatabase.flip(folder, "scope = 1 AND position IN (2, 3, 5)", RawDatabase.BODY);
        try (SqliteStore store = SqliteStore.open(folder)) {
            for (EntryScan.Order order : EntryScan.Order.values()) {
                EntryScan scan = EntryScan.of(Kind.EPISODE).order(order).limit(limit);
                assertThatThrownBy(() -> store.scan(ADA, scan.limit(100)))
                        .isInstanceOf(StoreException.class)
                        .hasMessageMatching(".*the episode \"[bce]\" at position.*");
                List<String> found = new ArrayList<>();
                Set<String> damaged = new TreeSet<>();
                @Nullable String cursor = null;
                do {
                    var page = store.scan(ADA, scan.after(cursor), key -> damaged.add(key.id()));
                    page.items().forEach(stored -> found.add(stored.key().id()));
                    cursor = page.cursor();
                } while (cursor != null);
                assertThat(found).containsExactlyInAnyOrder("a", "d");
                assertThat(damaged).containsExactly("b", "c", "e");
            }
        }
    }
}
