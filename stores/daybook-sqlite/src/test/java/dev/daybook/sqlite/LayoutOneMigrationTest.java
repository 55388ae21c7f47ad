package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.episode;
import static dev.daybook.sqlite.SqliteSamples.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EntryScan.Versions;
import dev.daybook.store.IndexRow;
import dev.daybook.store.StoredEntry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The resource {@code golden/layout-1.db.gz} was written by the last build with layout 1: two episodes of ada, one with a
 * version and one with a vector, a superseded fact, a state, and the erased scope of eve.
 */
class LayoutOneMigrationTest {

    private static final Scope EVE = SqliteSamples.user("eve");

    @TempDir
    Path folder;

    @BeforeEach
    void unpack() throws IOException {
        try (InputStream packed = LayoutOneMigrationTest.class.getResourceAsStream("/golden/layout-1.db.gz");
                InputStream database = new GZIPInputStream(packed)) {
            Files.copy(database, folder.resolve("daybook.db"));
        }
    }

    @Test
    void everything_is_there_under_its_numbers_and_no_text_is_in_a_file() throws IOException {
        assertThat(texts()).contains("a larger lake", "About boats");
        for (int opening = 0; opening < 2; opening++) {
            try (SqliteStore store = SqliteStore.open(folder)) {
                assertThat(store.head(ADA).revision()).isEqualTo(5);
                assertThat(store.head(ADA).counts()).isEqualTo(Map.of(Kind.EPISODE, 2L, Kind.FACT, 1L));
                assertThat(store.get(ADA, List.of(episode("a"), episode("b"))))
                        .extracting(stored -> stored.body().text())
                        .containsExactlyInAnyOrder("a boat", "a larger lake");
                assertThat(store.get(ADA, List.of(new EntryKey(Kind.FACT, "f")))
                                .get(0)
                                .status())
                        .isEqualTo("superseded");
                EntryScan session = EntryScan.of(Kind.EPISODE).inSession("s1").versions(Versions.ALL);
                assertThat(store.scan(ADA, session).items())
                        .extracting(StoredEntry::contentRevision)
                        .containsExactly(1L, 2L, 3L);
                IndexRow last = store.rows(ADA, 4, 10).items().get(0);
                assertThat(last.key()).isEqualTo(episode("a"));
                assertThat(last.sidecars()).containsOnlyKeys("terms/en-1", "vector/x");
                assertThat(store.states(ADA, "session/", null, 9)
                                .items()
                                .get(0)
                                .bytes()
                                .text())
                        .isEqualTo("About boats");
                assertThat(store.audits("op")).hasSize(6);
                assertThat(store.head(EVE).epoch()).isEqualTo(1);
                assertThat(store.heads(ADA.space(), null, 9).items())
                        .extracting(head -> head.scope())
                        .containsExactly(ADA);
                assertThat(store.bytes(ErasureReceipt.ALL, Duration.ZERO)).isEqualTo(ErasureReceipt.Bytes.GONE);
                assertThat(store.check(false).ok()).isTrue();
            }
            assertThat(texts()).doesNotContain("a larger lake", "About boats", "vector/x");
        }
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(store.write(batch(ADA, put("c", "x"))).placed().get(0).position())
                    .isEqualTo(3);
            assertThat(store.write(batch(EVE, put("x", "x"))).placed().get(0).position())
                    .isEqualTo(2);
        }
    }

    private String texts() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return all.toString();
    }

    @Test
    void what_an_interrupted_migration_left_is_deleted_and_it_begins_again() throws IOException {
        Files.createDirectories(folder.resolve("migrating"));
        Files.writeString(folder.resolve("migrating/daybook.db"), "half a file");
        Files.writeString(folder.resolve("encryption-keys-0123456789abcdef"), "of the one before");
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(store.get(ADA, List.of(episode("a")))).hasSize(1);
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString().replaceAll("[0-9a-f]{16}", "ID")))
                    .containsExactlyInAnyOrder("daybook.db", "encryption-keys-ID", "lock", "store");
        }
    }

    @Test
    void a_damaged_entry_stays_a_damaged_one_and_the_others_are_readable() throws Exception {
        RawDatabase.change(folder, "UPDATE entry SET time = time + 1 WHERE id = 'a'");
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThatThrownBy(() -> store.get(ADA, List.of(episode("a"))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("the episode \"a\" at position 1");
            assertThat(store.get(ADA, List.of(episode("b")))).hasSize(1);
        }
    }

    @Test
    void a_damaged_state_stays_a_damaged_one_and_the_entries_are_readable() throws Exception {
        RawDatabase.change(folder, "UPDATE state SET bytes = x'00'");
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThatThrownBy(() -> store.states(ADA, "session/", null, 9))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("a state of scope 1");
            assertThat(store.get(ADA, List.of(episode("a")))).hasSize(1);
        }
    }

    @Test
    void a_damaged_record_of_a_scope_stays_a_damaged_one_and_the_other_scopes_are_readable() throws Exception {
        RawDatabase.change(folder, "UPDATE scope SET revision = 1 WHERE number = 1");
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThatThrownBy(() -> store.get(ADA, List.of(episode("a"))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("the record of scope 1");
            assertThat(store.head(EVE).epoch()).isEqualTo(1);
            store.write(batch(EVE, put("x", "x")));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE entry SET scope = scope + 64 WHERE id = 'a'",
                "UPDATE entry SET kind = 8 WHERE id = 'a'",
                "UPDATE entry SET position = -1 WHERE id = 'a'",
                "UPDATE entry SET position = 2 WHERE id = 'a'",
                "UPDATE entry SET revision = revision + (1 << 50) WHERE id = 'a'",
                "UPDATE version SET kind = 9",
                "UPDATE state SET scope = 77",
                "UPDATE scope SET code = 'erased:zz' WHERE number = 2"
            })
    void a_row_that_has_no_place_is_left_in_the_kept_database_and_the_others_are_readable(String damage)
            throws Exception {
        RawDatabase.change(folder, damage);
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(store.get(ADA, List.of(new EntryKey(Kind.FACT, "f")))).hasSize(1);
            assertThat(store.check(false).findings())
                    .filteredOn(finding -> finding.aspect().equals("older layout"))
                    .hasSize(1);
        }
        assertThat(folder.resolve("daybook-layout-1.damaged")).exists();
    }

    @Test
    void a_backup_of_layout_one_is_migrated_when_it_is_restored() {
        Path restored = folder.resolve("restored");
        assertThat(SqliteStore.restore(folder.resolve("daybook.db"), restored, false)
                        .ok())
                .isTrue();
        try (SqliteStore store = SqliteStore.open(restored)) {
            assertThat(store.get(ADA, List.of(episode("a")))).hasSize(1);
        }
    }
}
