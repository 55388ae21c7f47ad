package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.BOB;
import static dev.daybook.sqlite.SqliteSamples.NOON;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.episode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Page;
import dev.daybook.store.StoredEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts the statements of reads over a scope of 100 entries in sessions of ten. */
class ReadCostTest {

    private static final int ENTRIES = 100;
    private static final int SESSIONS = 10;

    @TempDir
    Path folder;

    private SqliteStore store;

    @BeforeEach
    void open() {
        store = SqliteStore.open(folder);
        for (int i = 0; i < ENTRIES; i++) {
            store.write(batch(ADA, put(i)));
        }
        store.recentRows().clear();
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** The times are in another order than the positions. */
    private static EntryPut put(int number) {
        return new EntryPut(
                episode("e" + number),
                "s" + number % SESSIONS,
                NOON.plusSeconds(number * 37 % ENTRIES),
                NOON,
                EntryPut.LIVE,
                Blob.of("walk " + number),
                Map.of(),
                0);
    }

    /** Returns the statements of a read, with the begin and the end of its transaction. */
    private long statements(Supplier<?> read) {
        long before = store.readerPool().read(SqlConnection::runs);
        read.get();
        // The end of the first count and the begin of the second are statements, too.
        return store.readerPool().read(SqlConnection::runs) - before - 2;
    }

    @Test
    void a_page_of_a_session_of_a_small_scope_runs_four_statements_whatever_it_holds() {
        EntryScan session = EntryScan.of(Kind.EPISODE).inSession("s3").order(EntryScan.Order.NEWEST_POSITION);

        // The scope and the page.
        assertThat(statements(() -> store.scan(ADA, session.limit(2)))).isEqualTo(4);
        assertThat(statements(() -> store.scan(ADA, session.limit(10)))).isEqualTo(4);
    }

    @Test
    void a_page_of_a_session_of_a_larger_scope_runs_five_statements() {
        for (int i = ENTRIES; i <= 256; i++) {
            store.write(batch(ADA, put(i)));
        }
        EntryScan session = EntryScan.of(Kind.EPISODE).inSession("s3").order(EntryScan.Order.NEWEST_POSITION);

        // The scope, the size of the session and the page.
        assertThat(statements(() -> store.scan(ADA, session.limit(10)))).isEqualTo(5);
    }

    @Test
    void a_page_reads_no_content_of_the_entry_behind_it() {
        EntryScan session = EntryScan.of(Kind.EPISODE).inSession("s3").order(EntryScan.Order.NEWEST_POSITION);
        List<Long> sizes = new ArrayList<>();

        Page<StoredEntry> page = store.scan(ADA, session.limit(4), null, sizes::add);

        assertThat(page.items()).hasSize(4);
        assertThat(page.cursor()).isNotNull();
        assertThat(sizes).hasSize(4);
    }

    @Test
    void entries_are_read_by_their_keys_in_one_statement_for_each_thirty_two() {
        List<EntryKey> keys =
                IntStream.range(0, ENTRIES).mapToObj(i -> episode("e" + i)).toList();

        // The scope and the entries.
        assertThat(statements(() -> store.get(ADA, keys.subList(0, 1)))).isEqualTo(4);
        assertThat(statements(() -> store.get(ADA, keys.subList(0, 10)))).isEqualTo(4);
        assertThat(statements(() -> store.get(ADA, keys))).isEqualTo(7);
    }

    @Test
    void entries_have_the_order_of_their_keys_and_absent_ones_are_left_out() {
        for (int count : new int[] {0, 1, 2, 3, 5, 31, 32, 33, 64, 65, 100}) {
            List<EntryKey> keys = new ArrayList<>();
            for (int i = count; i > 0; i--) {
                keys.add(episode("e" + (i - 1)));
                keys.add(episode("absent" + i));
            }

            assertThat(store.get(ADA, keys))
                    .extracting(StoredEntry::key)
                    .containsExactlyElementsOf(keys.stream()
                            .filter(key -> !key.id().startsWith("absent"))
                            .toList());
        }
    }

    @Test
    void a_page_by_time_runs_four_statements_whatever_it_holds() {
        EntryScan byTime = EntryScan.of(Kind.EPISODE).order(EntryScan.Order.OLDEST_TIME);

        assertThat(statements(() -> store.scan(ADA, byTime.limit(2)))).isEqualTo(4);
        assertThat(statements(() -> store.scan(ADA, byTime.limit(100)))).isEqualTo(4);
    }

    @Test
    void the_agents_of_a_user_are_found_without_a_read_of_other_scopes() {
        Scope.User user = (Scope.User) ADA;
        store.agents(user);
        for (int i = 0; i < 20; i++) {
            store.write(batch(SqliteSamples.user("other" + i), put(i)));
            store.write(batch(new Scope.Agent(user.space(), "other" + i, "agent"), put(i)));
        }

        assertThat(statements(() -> store.agents(user))).isEqualTo(2);
        assertThat(statements(() -> store.agents(new Scope.User(user.space(), "other3"))))
                .isEqualTo(3);
    }

    /** Returns the bytes that this process has read from files. */
    private static long bytesRead() throws IOException {
        Path counters = Path.of("/proc/self/io");
        assumeTrue(Files.isReadable(counters));
        return Files.readAllLines(counters).stream()
                .filter(line -> line.startsWith("rchar: "))
                .mapToLong(line -> Long.parseLong(line.substring("rchar: ".length())))
                .findFirst()
                .orElseThrow();
    }

    private void writeLarge(Scope scope, int entries, int bytes, int sessions) {
        for (int i = 0; i < entries; i++) {
            store.write(batch(
                    scope,
                    new EntryPut(
                            episode("e" + i),
                            "s" + i * sessions / entries,
                            NOON.plusSeconds(i),
                            NOON,
                            EntryPut.LIVE,
                            Blob.of(new byte[bytes]),
                            Map.of(),
                            0)));
        }
    }

    /** Returns the bytes of a read by a connection that has no page in memory. */
    private long bytesOf(Supplier<?> read) throws IOException {
        store.close();
        store = SqliteStore.open(folder);
        store.scan(ADA, EntryScan.of(Kind.EPISODE).limit(1));
        long before = bytesRead();
        read.get();
        return bytesRead() - before;
    }

    @Test
    void a_page_of_an_old_session_reads_no_rows_of_the_sessions_behind_it() throws Exception {
        writeLarge(BOB, 200, 2_850, 10);
        EntryScan oldest = EntryScan.of(Kind.EPISODE).inSession("s0").order(EntryScan.Order.NEWEST_POSITION);

        // A row of this size is on three pages of 1,024 bytes; the 180 rows behind the session begin on as many.
        assertThat(bytesOf(() -> store.scan(BOB, oldest.limit(10)))).isBetween(20_000L, 90_000L);
    }

    @Test
    void a_page_of_large_entries_reads_those_that_it_returns() throws Exception {
        writeLarge(BOB, 30, 300_000, 1);
        EntryScan byTime = EntryScan.of(Kind.EPISODE).order(EntryScan.Order.OLDEST_TIME);

        assertThat(bytesOf(() -> store.scan(BOB, byTime.limit(30)))).isBetween(2_000_000L, 4_000_000L);
    }

    @Test
    void a_page_of_large_index_rows_reads_those_that_it_returns() throws Exception {
        writeLarge(BOB, 40, 300_000, 1);

        assertThat(bytesOf(() -> store.rows(BOB, 0, 40))).isBetween(4_000_000L, 6_000_000L);
    }

    @Test
    void a_page_has_the_order_of_its_scan_and_the_next_one_goes_on_behind_it() {
        for (EntryScan.Order order : List.of(EntryScan.Order.OLDEST_TIME, EntryScan.Order.NEWEST_TIME)) {
            EntryScan scan = EntryScan.of(Kind.EPISODE).order(order).limit(60);
            Page<StoredEntry> first = store.scan(ADA, scan);
            Page<StoredEntry> second = store.scan(ADA, scan.after(first.cursor()));

            assertThat(first.items()).hasSize(60);
            assertThat(second.items()).hasSize(40);
            assertThat(Stream.concat(first.items().stream(), second.items().stream())
                            .map(StoredEntry::time))
                    .doesNotHaveDuplicates()
                    .isSortedAccordingTo(
                            order == EntryScan.Order.OLDEST_TIME
                                    ? Comparator.naturalOrder()
                                    : Comparator.reverseOrder());
        }
    }
}
