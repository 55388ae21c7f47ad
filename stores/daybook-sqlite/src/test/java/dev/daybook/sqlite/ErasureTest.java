package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.BOB;
import static dev.daybook.sqlite.SqliteSamples.NOON;
import static dev.daybook.sqlite.SqliteSamples.audit;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.episode;
import static dev.daybook.sqlite.SqliteSamples.nothing;
import static dev.daybook.sqlite.SqliteSamples.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.KeyFile;
import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.ErasureReceipt.Bytes;
import dev.daybook.outcome.HealthReport;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.StateChange;
import dev.daybook.store.WriteBatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ErasureTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    @Test
    void five_hundred_erased_texts_leave_no_trace_in_any_file() throws IOException {
        List<EntryKey> keys = new ArrayList<>();
        try (SqliteStore store = SqliteStore.open(folder)) {
            for (int i = 0; i < 1_000; i += 10) {
                List<EntryPut> puts = new ArrayList<>();
                for (int j = i; j < i + 10; j++) {
                    String text = j % 2 == 0 ? canary(j) : "A boat on the lake, number " + j;
                    puts.add(new EntryPut(
                            episode("e" + j),
                            j % 2 == 0 ? canary(j) : "s",
                            NOON,
                            NOON,
                            EntryPut.LIVE,
                            Blob.of(text.repeat(1 + j % 40)),
                            Map.of("terms/en-1", Blob.of(text)),
                            EntryPut.ANY));
                    if (j % 2 == 0) {
                        keys.add(episode("e" + j));
                    }
                }
                store.write(new WriteBatch(ADA, "op", puts, List.of(), List.of(), audit("remember")));
            }
            // Some have history, some had sidecars put beside them.
            for (int j = 0; j < 1_000; j += 100) {
                store.write(batch(ADA, put("e" + j, canary(j) + " again")));
            }
            store.write(SqliteSamples.states(ADA, new StateChange("session/x", 0, Blob.of(canary(500)))));
            assertThat(traces(store)).isGreaterThan(400);

            EraseResult first =
                    store.erase(ADA, EraseRequest.of(keys.subList(0, 250), List.of("session/x")), nothing(ADA));
            EraseResult second = store.erase(ADA, EraseRequest.of(keys.subList(250, 500), List.of()), nothing(ADA));

            assertThat(first.counts()).isEqualTo(Map.of(Kind.EPISODE, 250L));
            assertThat(second.number()).isEqualTo(first.number() + 1);
            assertThat(store.bytes(second.number(), LONG)).isEqualTo(Bytes.GONE);
            assertThat(store.bytes(first.number(), Duration.ZERO)).isEqualTo(Bytes.GONE);
            assertThat(traces(store)).isZero();
            assertThat(store.head(ADA).counts()).isEqualTo(Map.of(Kind.EPISODE, 500L));
            assertThat(store.check(false).ok()).isTrue();
        }
        assertThat(traces()).isZero();
    }

    private static String canary(int i) {
        return "Canary" + i * 7919L + "Bird";
    }

    /** Returns the number of texts in the files as they are, or in any record that a key of the store decrypts. */
    private int traces(SqliteStore store) throws IOException {
        StringBuilder readable = new StringBuilder();
        store.decrypt(record -> readable.append(latin(record)));
        return traces(List.of(readable.toString())) + traces();
    }

    private int traces() throws IOException {
        List<String> contents = new ArrayList<>();
        try (var files = Files.list(folder)) {
            // The lock file is not opened: to close it would drop the lock, and it names only the process.
            for (Path file : files.filter(each -> !each.endsWith("lock")).toList()) {
                contents.add(latin(Files.readAllBytes(file)));
            }
        }
        return traces(contents);
    }

    /** Decodes one char for each byte, so that any byte sequence can be looked for. */
    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static int traces(List<String> contents) {
        int found = 0;
        for (int i = 0; i < 1_000; i += 2) {
            String canary = canary(i);
            String[] forms = {
                canary,
                latin(canary.getBytes(StandardCharsets.UTF_16LE)),
                latin(canary.getBytes(StandardCharsets.UTF_16BE))
            };
            for (String form : forms) {
                found += contents.stream().anyMatch(content -> content.contains(form)) ? 1 : 0;
            }
        }
        return found;
    }

    @Test
    void the_rows_of_a_file_from_before_an_erasure_cannot_be_decrypted_after_it() throws Exception {
        Path copy = folder.resolveSibling(folder.getFileName() + "-before");
        try (SqliteStore store = SqliteStore.open(folder)) {
            for (int i = 0; i < 100; i++) {
                store.write(batch(ADA, put("e" + i, "A boat, number " + i)));
            }
            store.write(SqliteSamples.states(ADA, new StateChange("session/x", 0, Blob.of("About boats"))));
            store.write(batch(BOB, put("b", "A lake")));
        }
        Files.createDirectories(copy);
        Files.copy(folder.resolve("daybook.db"), copy.resolve("daybook.db"));
        try (SqliteStore store = SqliteStore.open(folder)) {
            // Position 70 is in the second group of keys.
            store.erase(ADA, EraseRequest.of(List.of(episode("e69")), List.of()), nothing(ADA));
            assertThat(store.get(ADA, List.of(episode("e68")))).hasSize(1);
        }
        try (var files = Files.list(folder)) {
            for (Path keys : files.filter(KeyFile::isKeyFile).toList()) {
                Files.copy(keys, copy.resolve(keys.getFileName()));
            }
        }
        try (SqliteStore store = SqliteStore.open(copy)) {
            assertThat(store.get(ADA, List.of(episode("e1")))).hasSize(1);
            assertThat(store.get(BOB, List.of(episode("b")))).hasSize(1);
            for (String shared : List.of("e63", "e68", "e69", "e99")) {
                assertThatThrownBy(() -> store.get(ADA, List.of(episode(shared))))
                        .isInstanceOf(dev.daybook.error.StoreException.class)
                        .hasMessageContaining("is damaged");
            }
            assertThatThrownBy(() -> store.states(ADA, "session/", null, 1)).hasMessageContaining("is damaged");
        }
    }

    @Test
    void an_erased_scope_loses_its_name_and_goes_on_counting_when_it_is_written_again() throws IOException {
        Scope eve = SqliteSamples.user("EveTheErased");
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(eve, put("a", "x"), put("b", "x")));
            EraseResult eraseResult = store.erase(
                    eve,
                    EraseRequest.EVERYTHING,
                    new WriteBatch(eve, "op", List.of(), List.of(), List.of(), audit("forget")));
            // Neither of these names it again.
            store.write(new WriteBatch(eve, "op", List.of(), List.of(), List.of(), audit("verify")));
            eraseResult = store.erase(eve, EraseRequest.of(List.of(episode("a")), List.of("x")), nothing(eve));
            assertThat(store.bytes(eraseResult.number(), LONG)).isEqualTo(Bytes.GONE);
            StringBuilder readable = new StringBuilder();
            store.decrypt(record -> readable.append(latin(record)));
            assertThat(readable).doesNotContain("EveTheErased");
            assertThat(store.head(eve).revision()).isEqualTo(2);
            assertThat(store.head(eve).epoch()).isEqualTo(2);
            assertThat(store.heads(eve.space(), null, 9).items()).isEmpty();
        }
        try (SqliteStore store = SqliteStore.open(folder)) {
            var placed = store.write(batch(eve, put("a", "y"))).placed().get(0);
            assertThat(placed.position()).isEqualTo(3);
            assertThat(placed.revision()).isEqualTo(3);
            assertThat(store.heads(eve.space(), null, 9).items())
                    .extracting(head -> head.scope())
                    .containsExactly(eve);
            assertThat(store.check(false).ok()).isTrue();
        }
    }

    @Test
    void entries_alongside_an_erasure_stay_and_only_the_erased_scope_changes() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("a", "x")));
            store.write(batch(BOB, put("a", "x")));
            store.erase(ADA, EraseRequest.EVERYTHING, batch(ADA, put("proof", "one episode went")));

            assertThat(store.head(ADA).counts()).isEqualTo(Map.of(Kind.EPISODE, 1L));
            assertThat(store.get(ADA, List.of(episode("a"), episode("proof")))).hasSize(1);
            assertThat(store.head(BOB).epoch()).isZero();
            assertThatThrownBy(() -> store.erase(ADA, EraseRequest.EVERYTHING, nothing(BOB)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("alongside");
        }
    }

    @Test
    void a_refused_batch_alongside_undoes_the_erasure() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("a", "x"), put("b", "x")));
            assertThatThrownBy(() -> store.erase(
                            ADA, EraseRequest.of(List.of(episode("a")), List.of()), batch(ADA, put("b", "y", 0))))
                    .isInstanceOf(dev.daybook.error.ConflictException.class);

            assertThat(store.get(ADA, List.of(episode("a")))).hasSize(1);
            assertThat(store.head(ADA).epoch()).isZero();
            assertThatThrownBy(() -> store.bytes(1, Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
            assertThat(store.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA)).number())
                    .isEqualTo(1);
            assertThat(store.bytes(1, LONG)).isEqualTo(Bytes.GONE);
        }
    }

    @Test
    void numbers_that_were_never_given_are_refused() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(store.bytes(0, Duration.ZERO)).isEqualTo(Bytes.GONE);
            assertThatThrownBy(() -> store.bytes(1, LONG))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("erasure is 1");
        }
    }

    @Test
    void the_bytes_of_an_erasure_are_gone_when_it_returns() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("a", "x")));
            long number =
                    store.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA)).number();
            assertThat(store.bytes(number, Duration.ZERO)).isEqualTo(Bytes.GONE);
            assertThat(store.check(false).findings())
                    .anyMatch(finding ->
                            finding.aspect().equals("erased bytes") && finding.level() == HealthReport.Level.OK);
        }
    }

    @Test
    void an_erasure_of_a_whole_scope_leaves_the_log_as_nothing_else_had_its_keys() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(BOB, put("b", "y")));
            store.write(batch(ADA, put("a", "x")));
            store.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA));

            assertThat(log()).isNotEmptyFile();
            assertThat(store.bytes(1, Duration.ZERO)).isEqualTo(Bytes.GONE);
            assertThat(store.writer().alone(KeySlots::markedErased))
                    .isNotEmpty()
                    .noneMatch(slot -> store.writer().alone(sql -> sql.cipher().hasKey(slot)));
        }
    }

    @Test
    void an_erasure_moves_the_log_before_keys_go_that_other_records_had() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("a", "x"), put("b", "x")));
            store.erase(ADA, EraseRequest.of(List.of(episode("a")), List.of()), nothing(ADA));
            assertThat(log()).isEmptyFile();

            store.write(batch(BOB, put("b", "y")));
            // As of a group of an earlier build that got a new key with a sidecar.
            store.writer().alone(sql -> {
                KeySlots.markErased(sql, Set.of(KeySlots.next(sql)));
                return true;
            });
            store.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA));
            assertThat(log()).isEmptyFile();
        }
    }

    private Path log() {
        return new DatabaseFile(folder).log();
    }

    @Test
    void a_scrub_that_was_cut_off_is_done_after_the_next_opening() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("a", "x")));
            store.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA));
        }
        RawDatabase.change(folder, "UPDATE meta SET value = 0 WHERE name = 'scrubbed'");
        try (SqliteStore store = SqliteStore.open(folder)) {
            for (int i = 0; i < 6_000 && store.bytes(1, Duration.ZERO) == Bytes.PENDING; i++) {
                Thread.sleep(10);
            }
            assertThat(store.bytes(1, Duration.ZERO)).isEqualTo(Bytes.GONE);
        }
    }
}
