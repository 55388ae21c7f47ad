package dev.daybook.postgres;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static dev.daybook.testkit.store.BatchFixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.error.StoreException;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Selection;
import dev.daybook.store.CopyableStore;
import dev.daybook.testkit.HashEmbedder;
import dev.daybook.testkit.store.GoldenAnswers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Tables of earlier layouts stay readable, and those of later ones are refused. The files of layout 1 lie in {@code
 * golden/layout-1}, dumped by {@code pg_dump --inserts}, and are never written again; a new layout gets a folder of its own.
 */
@EnabledIf("dev.daybook.postgres.PostgresServer#isInstalled")
class GoldenTablesTest {

    private static final String SCHEMA = "golden";
    private static final HashEmbedder EMBEDDER = new HashEmbedder(16);

    private PGSimpleDataSource source;

    @BeforeEach
    void load() throws IOException {
        source = PostgresServer.get().connections(SCHEMA);
        PostgresServer.execute(source, "DROP SCHEMA IF EXISTS " + SCHEMA + " CASCADE");
        PostgresServer.execute(source, golden("tables.sql"));
    }

    private static String golden(String file) throws IOException {
        try (InputStream in = GoldenTablesTest.class.getResourceAsStream("/golden/layout-1/" + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private LocalDaybook daybook() {
        return Daybook.builder(PostgresStore.open(source)).embedder(EMBEDDER).open();
    }

    @Test
    void every_version_row_state_and_audit_entry_is_answered_as_it_was_then() throws IOException {
        try (PostgresStore store = PostgresStore.open(source)) {
            assertThat(GoldenAnswers.of(store))
                    .containsExactlyElementsOf(golden("answers.txt").lines().toList());
            assertThat(store.check(false).ok()).isTrue();
        }
    }

    @Test
    void the_old_store_is_searched_and_exported() {
        try (Daybook daybook = daybook()) {
            Memory ada = daybook.user("ada");

            assertThat(ada.recall("Cremona")).extracting(Hit::id).startsWith("violin");
            assertThat(ada.recall("hazelnuts")).extracting(Hit::id).startsWith("nuts");
            assertThat(ada.archive().exportAll().map(Entry::kind).distinct()).containsExactlyInAnyOrder(Kind.values());
            assertThat(ada.find(Episode.class, "gone")).isEmpty();
            assertThat(daybook.user("bob").archive().exportAll()).isEmpty();
            assertThat(daybook.space("acme").user("eve").archive().exportAll().map(Entry::id))
                    .containsExactly("plan");
        }
    }

    @Test
    void the_old_store_is_written_and_forgotten_as_a_new_one() {
        try (LocalDaybook daybook = daybook()) {
            Memory ada = daybook.user("ada");
            ada.remember(NewEpisode.of(Message.user("The lighthouse was painted."))
                    .id("new")
                    .session("s1"));
            assertThat(ada.find(Episode.class, "new"))
                    .hasValueSatisfying(
                            episode -> assertThat(episode.position()).isEqualTo(35));

            ada.forget(Selection.everything());
            assertThat(ada.archive().exportAll()).isEmpty();
            assertThat(daybook.maintenance().check(false).ok()).isTrue();
        }
    }

    @Test
    void an_opened_store_has_the_tables_of_a_new_one() {
        PostgresStore.open(source).close();
        PGSimpleDataSource fresh = PostgresServer.get().source();
        PostgresStore.open(fresh).close();

        assertThat(tables(source)).hasSizeGreaterThan(50).containsExactlyElementsOf(tables(fresh));
    }

    /** Returns a line for each column and index of a schema. */
    private static List<String> tables(PGSimpleDataSource source) {
        String columns = "SELECT concat_ws(' ', relname, attnum, attname, format_type(atttypid, atttypmod), attnotnull,"
                + " attcollation::regcollation, attstorage, attstattarget, pg_get_expr(adbin, adrelid))"
                + " FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid"
                + " LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum"
                + " WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND attnum > 0";
        String indexes = "SELECT replace(indexdef, current_schema(), '') FROM pg_indexes"
                + " WHERE schemaname = current_schema()";
        return new PostgresDatabase(source)
                .read(sql -> sql.list(
                        "SELECT line FROM (" + columns + " UNION ALL " + indexes
                                + ") AS all_lines (line) ORDER BY line",
                        row -> row.getString(1)));
    }

    @Test
    void tables_of_a_newer_version_are_refused_and_both_layouts_named() {
        PostgresServer.execute(source, "UPDATE daybook_store SET layout = 7");

        assertThatThrownBy(() -> PostgresStore.open(source))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("layout 7")
                .hasMessageContaining("layouts up to 1")
                .hasMessageContaining("use the newer one");
        assertThat(PostgresServer.number(source, "SELECT layout FROM daybook_store"))
                .isEqualTo(7);
    }

    @Test
    void a_store_that_a_newer_version_migrates_meanwhile_is_read_and_refuses_writes() {
        PostgresStore store = PostgresStore.open(source);
        store.write(batch(ADA, put("e1")));
        List<String> scripts = List.of("001-tables.sql", "002-test.sql");
        new PostgresDatabase(source).transact(sql -> PostgresSchema.open(sql, scripts));

        assertThatThrownBy(() -> store.write(batch(ADA, put("e2"))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("layout 2")
                .hasMessageContaining("use the newer one");
        assertThat(store.get(ADA, List.of(episode("e1"), episode("e2")))).hasSize(1);
        assertThat(PostgresServer.number(source, "SELECT count(added) FROM daybook_state"))
                .isZero();
    }

    @Test
    void encrypted_tables_have_a_layout_that_earlier_versions_refuse_and_are_migrated() {
        PostgresServer.execute(source, "DROP SCHEMA golden CASCADE");
        PostgresServer.execute(source, "CREATE SCHEMA golden");
        PostgresStore.open(source).close();
        assertThat(PostgresServer.number(source, "SELECT layout FROM daybook_store"))
                .isEqualTo(1);
        for (int opening = 1; opening <= 2; opening++) {
            PostgresStore.open(source, EncryptedTablesTest.KEYS).close();
            assertThat(PostgresServer.number(source, "SELECT layout FROM daybook_store"))
                    .isEqualTo(1_001);
        }
        CopyableStore store = PostgresStore.open(source, EncryptedTablesTest.KEYS);
        store.write(batch(ADA, put("e1")));
        List<String> scripts = List.of("001-tables.sql", "002-test.sql");
        new PostgresDatabase(source).transact(sql -> PostgresSchema.open(sql, scripts));
        assertThat(PostgresServer.number(source, "SELECT layout FROM daybook_store"))
                .isEqualTo(1_002);
        assertThat(PostgresServer.number(source, "SELECT count(added) FROM daybook_state"))
                .isZero();
        assertThatThrownBy(() -> store.write(batch(ADA, put("e2"))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("layout 1002")
                .hasMessageContaining("layouts up to 1001");
    }

    @Test
    void tables_without_the_row_of_the_store_are_refused() {
        PostgresServer.execute(source, "DELETE FROM daybook_store");

        assertThatThrownBy(() -> PostgresStore.open(source))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("daybook_store is empty")
                .hasMessageContaining("restore a backup");
    }
}
