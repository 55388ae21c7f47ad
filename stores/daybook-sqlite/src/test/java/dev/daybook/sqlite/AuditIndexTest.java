package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.internal.sqlite.table.AuditChain;
import dev.daybook.model.Scope;
import dev.daybook.outcome.HealthReport;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.Page;
import dev.daybook.store.WriteBatch;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.JDBC;
import org.sqlite.ProgressHandler;

/** The audit log of a scope, found without reading those of the other scopes. */
class AuditIndexTest {

    private static final int OTHERS = 300;

    @TempDir
    Path folder;

    private void fill() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(audited(ADA, "first"));
            IntStream.range(0, OTHERS).forEach(i -> store.write(audited(SqliteSamples.user("user" + i), "other")));
            store.write(audited(ADA, "second"));
        }
    }

    private static WriteBatch audited(Scope scope, String action) {
        AuditRecord record = new AuditRecord("op", action, NOON, "1 episode");
        return new WriteBatch(scope, "op", List.of(SqliteSamples.put("e1", "text")), List.of(), List.of(), record);
    }

    @Test
    void a_page_of_the_audit_log_takes_no_steps_for_the_entries_of_other_scopes() throws SQLException {
        fill();
        AtomicInteger steps = new AtomicInteger();
        try (Connection connection =
                        JDBC.createConnection(JDBC.PREFIX + folder.resolve("daybook.db"), new Properties());
                SqlConnection sql = new SqlConnection(connection)) {
            ProgressHandler.setHandler(connection, 1, new ProgressHandler() {
                @Override
                protected int progress() {
                    steps.incrementAndGet();
                    return 0;
                }
            });

            Page<AuditRecord> page = AuditChain.page(sql, 1, null, 100);

            assertThat(page.items()).extracting(AuditRecord::action).containsExactly("first", "second");
            assertThat(steps.get()).isBetween(1, OTHERS / 2);
        }
    }

    @Test
    void a_store_without_the_index_gets_it_when_it_is_opened() throws SQLException {
        fill();
        RawDatabase.change(folder, "DROP INDEX audit_by_scope", "PRAGMA user_version = 2");

        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(store.audits(ADA, null, 10).items())
                    .extracting(AuditRecord::action)
                    .containsExactly("first", "second");
            assertThat(store.check(true)).matches(HealthReport::ok);
        }

        assertThat(RawDatabase.numbers(folder, "PRAGMA user_version")).containsExactly(4L);
        assertThat(RawDatabase.numbers(folder, "SELECT count(*) FROM sqlite_schema WHERE name = 'audit_by_scope'"))
                .containsExactly(1L);
    }
}
