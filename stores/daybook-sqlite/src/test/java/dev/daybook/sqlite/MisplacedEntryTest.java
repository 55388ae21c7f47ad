package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.BOB;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.episode;
import static dev.daybook.sqlite.SqliteSamples.nothing;
import static dev.daybook.sqlite.SqliteSamples.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.model.Kind;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.IndexRow;
import dev.daybook.store.StoredEntry;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The place of an entry, or its number in the order of revisions, differs from its columns. */
class MisplacedEntryTest {

    @TempDir
    Path folder;

    @BeforeEach
    void write() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("a", "a boat")));
            store.write(batch(BOB, put("b", "a lake"), put("c", "a mill"), put("d", "a weir")));
        }
    }

    private static List<String> failed(SqliteStore store) {
        return store.check(false).findings().stream()
                .filter(finding -> finding.level() == Level.FAIL)
                .map(Finding::aspect)
                .toList();
    }

    /** @param withSlot whether the writer of the folder also writes the number of its key for that place */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_row_that_was_moved_to_a_place_of_another_scope_is_not_answered_there(boolean withSlot) throws Exception {
        RawDatabase.change(
                folder,
                "DELETE FROM entry WHERE scope = 1",
                "UPDATE entry SET place = (1 << 39) + 1 WHERE scope = 2 AND position = 1");
        if (withSlot) {
            relabel();
        }
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThatThrownBy(() -> store.scan(ADA, EntryScan.of(Kind.EPISODE)))
                    .isInstanceOf(StoreException.class);
            assertThat(store.scan(ADA, EntryScan.of(Kind.EPISODE), damaged -> {})
                            .items())
                    .isEmpty();
            assertThat(failed(store)).contains("entries");
        }
    }

    /** Writes the check of the key slot for the new place. */
    private void relabel() throws Exception {
        long place = (1L << 39) + 1;
        long slot = RawDatabase.numbers(folder, "SELECT key_slot >> 16 FROM entry WHERE place = " + place)
                .get(0);
        RawDatabase.change(
                folder,
                "UPDATE entry SET key_slot = " + KeySlots.stored((int) slot, place) + " WHERE place = " + place);
    }

    @Test
    void a_row_with_a_revision_of_another_scope_is_not_answered_there_and_repaired() throws Exception {
        RawDatabase.change(
                folder, "UPDATE entry SET revision_key = revision_key - (1 << 39) WHERE scope = 2 AND position = 2");
        try (SqliteStore store = SqliteStore.open(folder)) {
            try {
                assertThat(store.rows(ADA, 0, 10).items())
                        .extracting(row -> row.key().id())
                        .containsExactly("a");
            } catch (StoreException named) {
                assertThat(named).hasMessageContaining("cannot be read");
            }
            assertThat(store.rows(ADA, 1, 10).items()).isEmpty();
            assertThat(failed(store)).contains("index rows");
            assertThat(store.check(true).ok()).isTrue();
            assertThat(store.rows(ADA, 0, 10).items()).hasSize(1);
            assertThat(store.rows(BOB, 0, 10).items())
                    .extracting(row -> row.key().id())
                    .containsExactlyInAnyOrder("b", "c", "d");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"position = position + 8", "scope = scope + 4", "kind = 3", "kind = 7"})
    void a_forget_in_the_group_of_an_entry_with_a_damaged_column_keeps_its_text(String damage) throws Exception {
        RawDatabase.change(folder, "UPDATE entry SET " + damage + " WHERE place = (2 << 39) + 2");
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.erase(BOB, EraseRequest.of(List.of(episode("b")), List.of()), nothing(BOB));
            assertThat(failed(store)).contains("entries");
        }
        RawDatabase.change(folder, "UPDATE entry SET scope = 2, kind = 0, position = 2 WHERE place = (2 << 39) + 2");
        try (SqliteStore store = SqliteStore.open(folder)) {
            List<StoredEntry> found = store.get(BOB, List.of(episode("b"), episode("c"), episode("d")));
            assertThat(found).extracting(entry -> entry.body().text()).containsExactly("a mill", "a weir");
            assertThat(store.check(false).ok()).isTrue();
        }
    }

    @Test
    void an_entry_with_a_damaged_position_is_forgotten() throws Exception {
        RawDatabase.change(folder, "UPDATE entry SET position = position + 8 WHERE place = (2 << 39) + 2");
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.erase(BOB, EraseRequest.of(List.of(episode("c")), List.of()), nothing(BOB));
            assertThat(store.rows(BOB, 0, 10).items())
                    .extracting(IndexRow::key)
                    .containsExactlyInAnyOrder(episode("b"), episode("d"));
            assertThat(store.check(false).ok()).isTrue();
        }
    }
}
