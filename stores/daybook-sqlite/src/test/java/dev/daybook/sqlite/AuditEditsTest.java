package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.WriteBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.JDBC;

/**
 * Each {@link AuditEdit} at the records of all scopes and spaces is found when the store is checked. The number of edits:
 * {@code -Ddaybook.audit.edits=N}; other ones: {@code -Ddaybook.seed=N}.
 */
class AuditEditsTest {

    private static final int EDITS = Integer.getInteger("daybook.audit.edits", 130);
    private static final int ROUNDS = 4;

    private final long seed = Long.getLong("daybook.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @TempDir
    Path folder;

    @Test
    void every_edit_of_the_audit_log_is_found() throws Exception {
        Path closed = folder.resolve("closed");
        long last = fill(closed);
        assertThat(last).isEqualTo(48);
        List<String> missed = new ArrayList<>();
        for (int edit = 0; edit < EDITS; edit++) {
            // Thirteen kinds and 48 records have no common factor, so each kind meets each record in turn.
            AuditEdit kind = AuditEdit.values()[edit % AuditEdit.values().length];
            long record = 1 + edit % last;
            Path changed = copy(closed, folder.resolve("changed"));
            apply(kind, changed, record, last);
            if (!failed(changed).contains("audit")) {
                missed.add(kind + " at record " + record);
            }
        }
        System.out.printf("edits of the audit log: %,d of %,d found%n", EDITS - missed.size(), EDITS);

        assertThat(missed).as("seed %d", seed).isEmpty();
    }

    /** Writes and erases in scopes of three spaces, in turn, and returns the number of records. */
    private long fill(Path folder) throws SQLException {
        List<Scope> scopes = Stream.of(Space.DEFAULT, new Space("Default"), new Space("other"))
                .flatMap(space -> Stream.<Scope>of(
                        new Scope.User(space, "ada"),
                        new Scope.User(space, "Ada"),
                        new Scope.Anonymous(space),
                        new Scope.Shared(space)))
                .toList();
        try (SqliteStore store = SqliteStore.open(folder)) {
            int written = 0;
            for (int round = 0; round < ROUNDS; round++) {
                for (Scope scope : scopes) {
                    WriteBatch batch = audited(scope, written++);
                    if (round == 2) {
                        store.erase(scope, EraseRequest.of(List.of(SqliteSamples.episode("e1")), List.of()), batch);
                    } else {
                        store.write(batch);
                    }
                }
            }
        }
        assertThat(failed(folder)).as("the store before any edit").isEmpty();
        return RawDatabase.numbers(folder, "SELECT max(seq) FROM audit").get(0);
    }

    private static WriteBatch audited(Scope scope, int number) {
        AuditRecord record =
                new AuditRecord("op_" + number, "remember", NOON.plusSeconds(number), number + " episodes");
        return new WriteBatch(
                scope, record.operation(), List.of(SqliteSamples.put("e1", "text")), List.of(), List.of(), record);
    }

    private void apply(AuditEdit edit, Path store, long record, long last) throws SQLException {
        try (SqlConnection sql =
                new SqlConnection(JDBC.createConnection(JDBC.PREFIX + store.resolve("daybook.db"), new Properties()))) {
            edit.apply(sql, record, last, random);
        }
    }

    private static List<String> failed(Path folder) {
        try (SqliteStore store = SqliteStore.open(folder)) {
            return store.check(false).findings().stream()
                    .filter(finding -> finding.level() == Level.FAIL)
                    .map(Finding::aspect)
                    .toList();
        }
    }

    private static Path copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> old = Files.list(to)) {
            for (Path file : old.toList()) {
                Files.delete(file);
            }
        }
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        return to;
    }
}
