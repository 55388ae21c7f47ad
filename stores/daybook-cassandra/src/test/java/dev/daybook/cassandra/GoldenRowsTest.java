package dev.daybook.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Selection;
import dev.daybook.testkit.HashEmbedder;
import dev.daybook.testkit.store.GoldenAnswers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Tables of earlier layouts stay readable. The files of layout 1 lie in {@code golden/layout-1}: the script that made the
 * tables then, the rows as {@link TableDump} writes them, and the answers. They are never written again; a new layout
 * gets a folder of its own.
 */
@EnabledIf("dev.daybook.cassandra.CassandraCluster#isWanted")
class GoldenRowsTest {

    private static final String KEYSPACE = "golden";

    private static CqlSession session;

    @BeforeAll
    static void createTables() throws IOException {
        session = CassandraCluster.get().connect(KEYSPACE);
        CassandraSchema.statements(golden("tables.cql")).forEach(session::execute);
    }

    @BeforeEach
    void load() throws IOException {
        TableDump.tables(session).forEach(table -> session.execute("TRUNCATE " + table));
        golden("rows.cql").lines().forEach(session::execute);
    }

    @AfterAll
    static void close() {
        session.close();
    }

    private static String golden(String file) throws IOException {
        try (InputStream in = GoldenRowsTest.class.getResourceAsStream("/golden/layout-1/" + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static LocalDaybook daybook() {
        return Daybook.builder(CassandraStore.open(session))
                .embedder(new HashEmbedder(8))
                .open();
    }

    @Test
    void every_row_is_loaded_as_it_was_then() throws IOException {
        assertThat(TableDump.of(session))
                .containsExactlyElementsOf(golden("rows.cql").lines().toList());
    }

    @Test
    void every_version_row_state_and_audit_entry_is_answered_as_it_was_then() throws IOException {
        try (CassandraStore store = CassandraStore.open(session)) {
            assertThat(GoldenAnswers.of(store))
                    .hasSizeGreaterThan(100)
                    .containsExactlyElementsOf(golden("answers.txt").lines().toList());
            assertThat(store.check(false).ok()).isTrue();
        }
    }

    @Test
    void the_old_store_is_searched_and_exported() {
        try (Daybook daybook = daybook()) {
            Memory ada = daybook.user("ada");

            assertThat(ada.recall("gravel")).extracting(Hit::id).startsWith("e4");
            assertThat(ada.facts().history("f1")).hasSize(2);
            assertThat(ada.archive().exportAll().map(Entry::kind).distinct())
                    .contains(Kind.EPISODE, Kind.BLOCK, Kind.FACT, Kind.NOTE, Kind.SUMMARY);
            assertThat(ada.find(Episode.class, "e20")).isEmpty();
            assertThat(daybook.user("emptied").archive().exportAll()).isEmpty();
            assertThat(daybook.space("lab").user("ada").archive().exportAll().map(Entry::id))
                    .containsExactly("lab");
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
                            episode -> assertThat(episode.position()).isEqualTo(34));

            ada.forget(Selection.everything());
            assertThat(ada.archive().exportAll()).isEmpty();
            assertThat(daybook.maintenance().check(false).ok()).isTrue();
        }
    }

    @Test
    void an_opened_store_has_the_tables_of_a_new_one() {
        CassandraStore.open(session).close();
        CassandraStore.open(CassandraCluster.session()).close();

        assertThat(tables(KEYSPACE)).hasSizeGreaterThan(40).isEqualTo(tables(CassandraCluster.KEYSPACE));
    }

    /** Returns a line for each column and index of a keyspace. */
    private static List<String> tables(String keyspace) {
        String columns = "SELECT table_name, column_name, kind, type, clustering_order, position"
                + " FROM system_schema.columns WHERE keyspace_name = '" + keyspace + "'";
        String indexes =
                "SELECT table_name, index_name, kind, options FROM system_schema.indexes WHERE keyspace_name = '"
                        + keyspace + "'";
        List<String> lines = new ArrayList<>();
        session.execute(columns).forEach(row -> lines.add(row.getFormattedContents()));
        session.execute(indexes).forEach(row -> lines.add(row.getFormattedContents()));
        return lines;
    }
}
