package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.episode;
import static dev.daybook.sqlite.SqliteSamples.put;
import static dev.daybook.sqlite.SqliteSamples.vectors;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.store.Blob;
import dev.daybook.store.Sidecar;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage that no checksum of its own row covers is found by what it has to agree with. */
class DamagedColumnsTest {

    @TempDir
    Path folder;

    @Test
    void a_sidecar_added_to_a_damaged_entry_leaves_it_a_damaged_one() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("a", "pay 100 euros"), put("b", "pay 200 euros")));
        }
        RawDatabase.flip(folder, "position = 1", RawDatabase.BODY + 4);
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(vectors(ADA, new Sidecar(episode("a"), 1, "vector/x", Blob.of("vector"))));

            assertThatThrownBy(() -> store.get(ADA, List.of(episode("a"))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("the episode \"a\" at position 1");
            assertThat(store.check(false).ok()).isFalse();
        }
    }

    @Test
    void a_damaged_salt_is_refused_because_every_scope_would_be_absent() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("a", "A boat")));
        }
        RawDatabase.change(folder, "UPDATE meta SET value = zeroblob(32) WHERE name = 'salt'");
        assertThatThrownBy(() -> SqliteStore.open(folder))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("the salt of the hashes of scopes");
    }

    @Test
    void damaged_hashes_of_ids_and_sessions_are_reported_and_repaired_from_the_content() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("a", "A boat"), put("b", "A lake"), put("c", "A mill")));
        }
        RawDatabase.change(
                folder,
                "UPDATE entry SET id_hash = id_hash + 1 WHERE position = 1",
                "UPDATE entry SET session = NULL WHERE position = 2");
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(store.get(ADA, List.of(episode("a")))).isEmpty();
            assertThat(store.check(false).ok()).isFalse();

            assertThat(store.check(true).ok()).isTrue();

            assertThat(store.get(ADA, List.of(episode("a")))).hasSize(1);
        }
        assertThat(RawDatabase.numbers(folder, "SELECT DISTINCT session FROM entry"))
                .hasSize(1);
    }
}
