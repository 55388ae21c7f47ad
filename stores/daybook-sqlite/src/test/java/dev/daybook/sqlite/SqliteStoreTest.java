package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.BOB;
import static dev.daybook.sqlite.SqliteSamples.NOON;
import static dev.daybook.sqlite.SqliteSamples.TERMS;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.episode;
import static dev.daybook.sqlite.SqliteSamples.nothing;
import static dev.daybook.sqlite.SqliteSamples.put;
import static dev.daybook.sqlite.SqliteSamples.states;
import static dev.daybook.sqlite.SqliteSamples.vectors;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.ConflictException;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.spi.MasterKeys;
import dev.daybook.spi.StoreProvider;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.JDBC;

class SqliteStoreTest {

    @TempDir
    Path folder;

    private SqliteStore store;

    @BeforeEach
    void open() {
        store = SqliteStore.open(folder);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void reopen() {
        store.close();
        store = SqliteStore.open(folder);
    }

    @Test
    void written_entries_are_there_after_reopening() {
        CommitResult commit = store.write(batch(ADA, put("a", "a boat"), put("b", "a lake")));
        reopen();

        assertThat(commit).isEqualTo(new CommitResult(2, List.of(placed("a", 1, 1), placed("b", 2, 2))));
        assertThat(store.get(ADA, List.of(episode("b"), episode("c"))))
                .containsExactly(
                        new StoredEntry(episode("b"), 2, 2, "s1", NOON, NOON, EntryPut.LIVE, Blob.of("a lake")));
        assertThat(store.head(ADA)).isEqualTo(new Head(2, 0, Map.of(Kind.EPISODE, 2L)));
        assertThat(store.head(BOB)).isEqualTo(Head.EMPTY);
        assertThat(store.check(false).ok()).isTrue();
    }

    private static CommitResult.Placed placed(String id, long position, long revision) {
        return new CommitResult.Placed(episode(id), position, revision);
    }

    @Test
    void a_replaced_version_stays_in_history_under_its_position() {
        store.write(batch(ADA, put("a", "first")));
        EntryPut second = new EntryPut(
                episode("a"), null, NOON.minusSeconds(5), NOON.plusSeconds(9), "folded", Blob.of("2"), Map.of(), 1);
        store.write(batch(ADA, second));

        List<StoredEntry> all = scan(EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL));
        assertThat(all).extracting(StoredEntry::contentRevision).containsExactly(1L, 2L);
        assertThat(all).extracting(StoredEntry::position).containsExactly(1L, 1L);
        assertThat(scan(asOf(NOON.plusSeconds(8))))
                .extracting(v -> v.body().text())
                .containsExactly("first");
        assertThat(scan(asOf(NOON.plusSeconds(9))))
                .extracting(v -> v.body().text())
                .containsExactly("2");
        assertThat(scan(asOf(NOON.minusSeconds(1)))).isEmpty();
        store.recentRows().clear();
        assertThat(store.rows(ADA, 0, 10).items())
                .containsExactly(new IndexRow(episode("a"), 1, 2, 2, null, NOON.minusSeconds(5), "folded", Map.of()));
    }

    private static EntryScan asOf(Instant time) {
        return EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.asOf(time));
    }

    private List<StoredEntry> scan(EntryScan scan) {
        List<StoredEntry> found = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            var page = store.scan(ADA, scan.limit(2).after(cursor));
            found.addAll(page.items());
            cursor = page.cursor();
        } while (cursor != null);
        return found;
    }

    @Test
    void a_refused_write_takes_no_position_and_no_revision() {
        store.write(batch(ADA, put("a", "a boat")));

        assertThatThrownBy(() -> store.write(batch(ADA, put("b", "a lake"), put("a", "x", 7))))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("'a'")
                .hasMessageContaining("repeat the change");
        assertThatThrownBy(() -> store.write(batch(ADA, put("a", "x", 0)))).isInstanceOf(ConflictException.class);

        assertThat(store.write(batch(ADA, put("c", "a lake"))).placed()).containsExactly(placed("c", 2, 2));
    }

    @Test
    void a_sidecar_moves_its_row_to_a_new_revision_and_one_for_older_content_is_left_out() {
        store.write(batch(ADA, put("a", "a boat"), put("b", "a lake")));
        Blob vector = Blob.of("0.1 0.2");
        store.write(vectors(
                ADA,
                new Sidecar(episode("a"), 1, "vector/v", vector),
                new Sidecar(episode("b"), 1, "vector/v", vector),
                new Sidecar(episode("gone"), 1, "vector/v", vector)));

        List<IndexRow> rows = store.rows(ADA, 0, 10).items();
        assertThat(rows).extracting(row -> row.key().id()).containsExactly("b", "a");
        assertThat(rows.get(0).sidecars()).isEqualTo(TERMS);
        assertThat(rows.get(1).sidecars()).containsOnlyKeys("terms/en-1", "vector/v");
        assertThat(rows.get(1).contentRevision()).isEqualTo(1);
        assertThat(store.rows(ADA, 2, 10).items())
                .extracting(IndexRow::revision)
                .containsExactly(3L);
        assertThat(store.head(ADA).revision()).isEqualTo(3);
        assertThat(store.rows(ADA, 0, 1).cursor()).isNotNull();
        assertThat(store.rows(ADA, 2, 1).cursor()).isNull();
    }

    @Test
    void scans_select_by_session_time_and_status_in_every_order() {
        for (int i = 0; i < 7; i++) {
            store.write(batch(
                    ADA,
                    new EntryPut(
                            episode("e" + i),
                            i % 2 == 0 ? "even" : null,
                            NOON.plusSeconds(i % 3),
                            NOON,
                            i == 6 ? "dropped" : EntryPut.LIVE,
                            Blob.EMPTY,
                            Map.of(),
                            0)));
        }
        EntryScan all = EntryScan.of(Kind.EPISODE);
        assertThat(ids(all)).containsExactly("e0", "e1", "e2", "e3", "e4", "e5", "e6");
        assertThat(ids(all.order(EntryScan.Order.NEWEST_POSITION).inSession("even")))
                .containsExactly("e6", "e4", "e2", "e0");
        assertThat(ids(all.order(EntryScan.Order.OLDEST_TIME)))
                .containsExactly("e0", "e3", "e6", "e1", "e4", "e2", "e5");
        assertThat(ids(all.order(EntryScan.Order.NEWEST_TIME)))
                .containsExactly("e5", "e2", "e4", "e1", "e6", "e3", "e0");
        assertThat(ids(all.order(EntryScan.Order.NEWEST_TIME).versions(EntryScan.Versions.ALL)))
                .containsExactly("e5", "e2", "e4", "e1", "e6", "e3", "e0");
        assertThat(ids(all.between(NOON.plusSeconds(1), NOON.plusSeconds(1)))).containsExactly("e1", "e4");
        assertThat(ids(new EntryScan(
                        EnumSet.allOf(Kind.class),
                        "even",
                        NOON,
                        NOON,
                        Set.of("dropped", "x"),
                        EntryScan.Versions.CURRENT,
                        EntryScan.Order.OLDEST_TIME,
                        null,
                        5)))
                .containsExactly("e6");
    }

    private List<String> ids(EntryScan scan) {
        return scan(scan).stream().map(version -> version.key().id()).toList();
    }

    @Test
    void a_scan_with_a_foreign_cursor_says_so() {
        store.write(batch(ADA, put("a", "a boat")));
        assertThatThrownBy(() -> store.scan(ADA, EntryScan.of(Kind.EPISODE).after("page 2")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'page 2'");
    }

    @Test
    void states_change_by_version_and_are_listed_by_code_point() {
        store.write(
                states(ADA, change("s/😀", 0), change("s/\uffee", 0), change("s/a", EntryPut.ANY), change("t/a", 0)));
        store.write(states(ADA, change("s/a", 1)));

        assertThatThrownBy(() -> store.write(states(ADA, change("s/a", 1)))).isInstanceOf(ConflictException.class);
        assertThat(store.states(ADA, "s/", null, 2).items())
                .containsExactly(new ScopeState("s/a", 2, Blob.of("v")), new ScopeState("s/\uffee", 1, Blob.of("v")));
        assertThat(store.states(ADA, "s/", "s/\uffee", 2).items())
                .extracting(ScopeState::name)
                .containsExactly("s/😀");

        store.write(states(ADA, new StateChange("s/a", 2, null)));
        assertThat(store.states(ADA, "s/a", null, 9).items()).isEmpty();
    }

    /** A session has a state: an import that read all of them for each session would be quadratic. */
    @Test
    void a_state_is_found_without_reading_the_others_of_its_family() throws SQLException {
        store.write(states(ADA, change("s/a", 0), change("s/b", 0)));
        store.write(states(ADA, change("s/a", 1)));
        store.close();
        try (SqlConnection sql = new SqlConnection(
                JDBC.createConnection(JDBC.PREFIX + folder.resolve("daybook.db"), new Properties()))) {
            sql.update("UPDATE state SET content = x'00' WHERE version = 1");
        }

        store = SqliteStore.open(folder);
        assertThat(store.state(ADA, "s/a")).contains(new ScopeState("s/a", 2, Blob.of("v")));
        assertThat(store.state(ADA, "s/")).isEmpty();
        assertThatThrownBy(() -> store.state(ADA, "s/b")).hasMessageContaining("is damaged");
        assertThatThrownBy(() -> store.states(ADA, "s/", null, 9)).hasMessageContaining("is damaged");
    }

    private static StateChange change(String name, long expected) {
        return new StateChange(name, expected, Blob.of("v"));
    }

    @Test
    void hostile_ids_are_only_ids() {
        List<String> ids = List.of(
                "'; DROP TABLE entry; --",
                "{\"$ne\":\"x\"}",
                "../../etc",
                "😀é",
                "😀e\u0301",
                "A",
                "a",
                "%",
                "x".repeat(512),
                "𝔘".repeat(512));
        for (String id : ids) {
            Scope scope = new Scope.User(new Space(id), id);
            store.write(batch(scope, put(id, id)));
        }
        reopen();
        for (String id : ids) {
            Scope scope = new Scope.User(new Space(id), id);
            assertThat(store.get(scope, ids.stream().map(SqliteSamples::episode).toList()))
                    .extracting(entry -> entry.body().text())
                    .containsExactly(id);
        }
        assertThat(store.spaces(null, 100).items()).hasSize(ids.size());
    }

    @Test
    void only_scopes_and_spaces_that_hold_something_are_listed() {
        store.write(batch(ADA, put("a", "a boat")));
        store.write(states(BOB, change("x", 0)));
        store.write(batch(SqliteSamples.user("eve"), put("a", "a lake")));
        store.erase(SqliteSamples.user("eve"), EraseRequest.EVERYTHING, nothing(SqliteSamples.user("eve")));
        store.write(batch(new Scope.Shared(new Space("other"))));

        var first = store.heads(Space.DEFAULT, null, 1);
        assertThat(first.items()).extracting(head -> head.scope()).containsExactly(ADA);
        assertThat(first.items().get(0).head()).isEqualTo(store.head(ADA));
        assertThat(store.heads(Space.DEFAULT, first.cursor(), 1).items())
                .extracting(head -> head.scope())
                .containsExactly(BOB);
        assertThat(store.spaces(null, 10).items()).containsExactly(Space.DEFAULT);
    }

    @Test
    void times_far_away_and_before_1970_survive() {
        for (String time : List.of(
                "-9999-01-01T00:00:00.000001Z", "1969-12-31T23:59:59.999999Z", "+9999-12-31T00:00:00Z".substring(1))) {
            Instant instant = Instant.parse(time);
            store.write(batch(
                    ADA,
                    new EntryPut(
                            episode("t"), null, instant, instant, EntryPut.LIVE, Blob.EMPTY, Map.of(), EntryPut.ANY)));
            store.recentRows().clear();
            assertThat(store.get(ADA, List.of(episode("t"))).get(0).time()).isEqualTo(instant);
            assertThat(store.rows(ADA, 0, 9).items().get(0).time()).isEqualTo(instant);
        }
    }

    @Test
    void an_interrupted_caller_still_learns_the_outcome_of_its_write() {
        Thread.currentThread().interrupt();
        CommitResult commit = store.write(batch(ADA, put("a", "a boat")));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(commit.revision()).isEqualTo(1);
        assertThat(store.head(ADA).revision()).isEqualTo(1);
    }

    @Test
    void after_close_every_call_says_that_it_is_closed_and_close_does_nothing() {
        store.close();
        store.close();

        assertThatThrownBy(() -> store.head(ADA))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is closed");
        assertThatThrownBy(() -> store.write(nothing(ADA)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is closed");
        assertThatThrownBy(() -> store.bytes(0, Duration.ZERO)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void the_service_loader_finds_it_on_both_paths() throws IOException {
        assertThat(StoreProvider.class.getModule().isNamed()).isTrue();
        assertThat(ModuleLayer.boot()
                        .findModule("dev.daybook.sqlite")
                        .orElseThrow()
                        .getDescriptor()
                        .provides())
                .anyMatch(provides -> provides.service().equals(StoreProvider.class.getName())
                        && provides.providers().contains(SqliteStoreProvider.class.getName()));
        try (InputStream file =
                SqliteStore.class.getResourceAsStream("/META-INF/services/" + StoreProvider.class.getName())) {
            assertThat(new String(file.readAllBytes(), StandardCharsets.UTF_8).strip())
                    .isEqualTo(SqliteStoreProvider.class.getName());
        }
        store.close();
        try (Store opened = new SqliteStoreProvider().open(folder, MasterKeys.NONE)) {
            assertThat(opened).isInstanceOf(SqliteStore.class);
        }
    }
}
