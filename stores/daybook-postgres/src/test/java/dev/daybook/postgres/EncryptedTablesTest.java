package dev.daybook.postgres;

import static dev.daybook.model.Message.assistant;
import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.error.StoreException;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Selection;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.CopyableStore;
import dev.daybook.testkit.HashEmbedder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.postgresql.ds.PGSimpleDataSource;

/** What somebody with a dump of an encrypted database reads, and with write access changes. */
@EnabledIf("dev.daybook.postgres.PostgresServer#isInstalled")
class EncryptedTablesTest {

    private static final MasterKey MASTER = key('a');
    static final MasterKeys KEYS = new MasterKeys(MASTER, null, null);

    private static final List<String> TABLES =
            List.of("store", "scope", "entry", "version", "state", "audit", "operation");

    private final PGSimpleDataSource source = PostgresServer.get().source();

    private static MasterKey key(char letter) {
        return MasterKey.of((letter + " key of a test with 32 letters.").getBytes(StandardCharsets.US_ASCII));
    }

    private static LocalDaybook over(CopyableStore store) {
        return Daybook.builder(store).embedder(new HashEmbedder()).open();
    }

    private static void fill(Memory memory) {
        memory.session("canary-session")
                .remember(user("The canary-text sings in Lisbon."), assistant("A canary-answer."));
        memory.remember(NewEpisode.of(user("Another canary-text.")).id("canary-id"));
        memory.blocks().remember("canary-block", "A canary-value.");
        memory.facts().remember(NewFact.of("canary-subject", "likes", "canary-object"));
    }

    /** Returns every value of every table, bytes also as text. */
    private static String dump(PGSimpleDataSource source) throws SQLException {
        StringBuilder dump = new StringBuilder();
        try (Connection connection = source.getConnection()) {
            for (String table : TABLES) {
                try (ResultSet row = connection.createStatement().executeQuery("SELECT * FROM daybook_" + table)) {
                    while (row.next()) {
                        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                            Object value = row.getObject(i);
                            dump.append(
                                            value instanceof byte[] bytes
                                                    ? HexFormat.of().formatHex(bytes)
                                                            + new String(bytes, StandardCharsets.ISO_8859_1)
                                                    : String.valueOf(value))
                                    .append('\n');
                        }
                    }
                }
            }
        }
        return dump.toString().toLowerCase(Locale.ROOT);
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void a_dump_has_no_text_no_id_and_no_name() throws SQLException {
        PGSimpleDataSource clear = PostgresServer.get().source();
        try (LocalDaybook daybook = over(PostgresStore.open(source, KEYS))) {
            fill(daybook.user("canary-user"));
        }
        assertThat(dump(source)).doesNotContain("canar", hex("canar"), "lisbon", hex("lisbon"), hex("Lisbon"), "sing");
        assertThat(PostgresServer.number(source, "SELECT count(*) FROM daybook_entry"))
                .isEqualTo(4);
        // The search finds them where they are in clear.
        try (LocalDaybook daybook = over(PostgresStore.open(clear))) {
            fill(daybook.user("canary-user"));
        }
        assertThat(dump(clear)).contains("canary-text", hex("canary-id"), "canary-user", "lisbon");
    }

    @Test
    void an_opening_without_the_master_key_or_with_another_one_names_it() {
        PostgresStore.open(source, KEYS).close();
        for (MasterKeys wrong : List.of(MasterKeys.NONE, new MasterKeys(key('b'), null, null))) {
            assertThatThrownBy(() -> PostgresStore.open(source, wrong))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("the PostgreSQL store")
                    .hasMessageContaining("master key " + MASTER.id());
        }
        assertThatThrownBy(() -> PostgresStore.open(source)).hasMessageContaining("master key " + MASTER.id());
        assertThatThrownBy(() -> PostgresStore.connect(source.getUrl(), "daybook", ""))
                .hasMessageContaining("master key " + MASTER.id());
        assertThat(PostgresStore.vacuum(source).findings()).isNotEmpty();
    }

    @Test
    void a_database_in_clear_is_refused_with_a_master_key() {
        try (LocalDaybook daybook = over(PostgresStore.open(source))) {
            fill(daybook.user("ada"));
        }
        assertThatThrownBy(() -> PostgresStore.open(source, KEYS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("daybook copy");
    }

    @Test
    void a_database_in_clear_whose_scopes_are_all_erased_is_refused_with_a_master_key() {
        try (LocalDaybook daybook = over(PostgresStore.open(source))) {
            fill(daybook.user("ada"));
            daybook.user("ada").forget(Selection.everything());
        }
        assertThat(PostgresServer.number(source, "SELECT count(*) FROM daybook_scope WHERE code IS NOT NULL"))
                .isZero();
        assertThatThrownBy(() -> PostgresStore.open(source, KEYS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("audit entries");
        assertThat(PostgresServer.number(source, "SELECT layout FROM daybook_store"))
                .isEqualTo(1);
        PostgresStore.open(source).close();
    }

    @Test
    void bodies_that_are_exchanged_in_the_tables_are_damage() {
        try (LocalDaybook daybook = over(PostgresStore.open(source, KEYS))) {
            fill(daybook.user("ada"));
            PostgresServer.execute(
                    source,
                    "UPDATE daybook_entry SET body = (SELECT body FROM daybook_entry other WHERE other.scope ="
                            + " daybook_entry.scope AND other.kind = 0 AND other.position <> daybook_entry.position)"
                            + " WHERE kind = 0");
            assertThat(daybook.maintenance().check(false).ok()).isFalse();
        }
        try (LocalDaybook daybook = over(PostgresStore.open(source, KEYS))) {
            assertThat(daybook.user("ada").recall("canary-text"))
                    .extracting(Hit::text)
                    .noneMatch(text -> text.contains("canary-text"));
        }
    }

    @Test
    void processes_that_open_an_empty_database_at_once_have_one_key() throws Exception {
        int processes = 4;
        CyclicBarrier together = new CyclicBarrier(processes);
        ExecutorService threads = Executors.newFixedThreadPool(processes);
        try {
            List<Future<CopyableStore>> stores =
                    threads.invokeAll(Collections.nCopies(processes, (Callable<CopyableStore>) () -> {
                        together.await();
                        return PostgresStore.open(source, KEYS);
                    }));
            for (int i = 0; i < processes; i++) {
                try (LocalDaybook daybook = over(stores.get(i).get())) {
                    daybook.user("ada")
                            .remember(NewEpisode.of(user("canary-text")).id("e" + i));
                    assertThat(daybook.user("ada").recall("canary-text")).hasSize(i + 1);
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
