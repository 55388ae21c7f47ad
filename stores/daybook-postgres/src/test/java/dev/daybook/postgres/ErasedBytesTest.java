package dev.daybook.postgres;

import static dev.daybook.testkit.store.BatchFixture.NOON;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.nothing;
import static dev.daybook.testkit.store.BatchFixture.put;
import static dev.daybook.testkit.store.BatchFixture.state;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.erasure.ErasureProof;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.ErasureEvidence;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.Sidecar;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.postgresql.ds.PGSimpleDataSource;

/** The search of a server's files for erased texts, ids and names: in the tables, and in the write-ahead log. */
@EnabledIf("dev.daybook.postgres.PostgresServer#isRequired")
class ErasedBytesTest {

    private static final int ENTRIES = 20;

    private final Set<String> erased = new LinkedHashSet<>();

    /** Files that contain erased texts. */
    private record Found(Set<Path> tables, Set<Path> log, Set<Path> elsewhere) {}

    private static Scope user(String name) {
        return new Scope.User(Space.DEFAULT, name);
    }

    private String text(String what) {
        String text = what + " " + UUID.randomUUID();
        erased.add(text);
        return text;
    }

    /** Writes a user of whom each name and text is looked for: entries with an earlier version, and a state. */
    private Scope fill(PostgresStore store) {
        Scope user = user(text("user"));
        for (int i = 0; i < ENTRIES; i++) {
            EntryKey key = new EntryKey(Kind.EPISODE, text("id"));
            String session = text("session");
            store.write(batch(user, put(key, session, NOON, text("earlier body"))));
            long revision = store.write(batch(user, put(key, session, NOON, text("body"))))
                    .revision();
            store.write(batch(user, new Sidecar(key, revision, "terms", Blob.of(text("sidecar")))));
            store.write(batch(user, state(text("state"), text("value"))));
        }
        return user;
    }

    private Found search(PostgresServer server) {
        ErasureEvidence evidence = ErasureProof.search(erased, server.data());
        assertThat(evidence.searched()).isEqualTo(erased.size());
        Found found = new Found(new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
        for (Path file : evidence.foundIn().keySet()) {
            String place = server.data().relativize(file).getName(0).toString();
            (place.equals("base") ? found.tables : place.equals("pg_wal") ? found.log : found.elsewhere).add(file);
        }
        return found;
    }

    private Found afterErasureAndRewrite(PostgresServer server) throws Exception {
        PGSimpleDataSource source = server.source();
        try (PostgresStore store = PostgresStore.open(source)) {
            store.write(batch(user("bob"), put("kept")));
            Scope user = fill(store);
            // Copies values into the statistics of the planner, as the server does by itself from time to time.
            PostgresServer.execute(source, "ANALYZE");
            PostgresServer.execute(source, "CHECKPOINT");
            assertFoundInTablesAndLog(search(server));

            long number =
                    store.erase(user, EraseRequest.EVERYTHING, nothing(user)).number();
            PostgresServer.execute(source, "VACUUM");
            PostgresServer.execute(source, "CHECKPOINT");
            assertThat(store.bytes(number, Duration.ofSeconds(1))).isEqualTo(ErasureReceipt.Bytes.KEPT);
            assertFoundInTablesAndLog(search(server));

            assertThat(store.vacuum().findings())
                    .filteredOn(finding -> finding.aspect().equals("tables"))
                    .extracting(Finding::level)
                    .containsExactly(Level.OK);
            assertThat(store.bytes(number, Duration.ZERO)).isEqualTo(ErasureReceipt.Bytes.KEPT);
            assertThat(store.head(user("bob")).entries()).isEqualTo(1);
            Found after = search(server);
            assertThat(after.tables).isEmpty();
            assertThat(after.elsewhere).isEmpty();
            assertThat(store.vacuum().findings())
                    .extracting(Finding::level)
                    .containsExactly(Level.OK, after.log.isEmpty() ? Level.OK : Level.WARN);
            return after;
        } finally {
            server.end();
        }
    }

    private static void assertFoundInTablesAndLog(Found found) {
        assertThat(found.tables).isNotEmpty();
        assertThat(found.log).isNotEmpty();
        assertThat(found.elsewhere).isEmpty();
    }

    @Test
    void a_rewrite_removes_them_from_the_tables_and_the_log_keeps_them_in_segments_to_write_again() throws Exception {
        assertThat(afterErasureAndRewrite(PostgresServer.start()).log).isNotEmpty();
    }

    @Test
    void without_segments_to_write_again_a_rewrite_removes_them_from_the_log_too() throws Exception {
        assertThat(afterErasureAndRewrite(PostgresServer.start("wal_recycle=off")).log)
                .isEmpty();
    }
}
