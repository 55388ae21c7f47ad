package dev.daybook.internal.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.Store;
import dev.daybook.store.StoredAudit;
import dev.daybook.store.WriteBatch;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The parts of an operation over several scopes. */
class AuditPartsTest {

    private static final Scope ADA = new Scope.User(Space.DEFAULT, "ada");
    private static final Scope BOB = new Scope.User(Space.DEFAULT, "bob");
    private static final Scope SHARED = new Scope.Shared(Space.DEFAULT);

    private final InMemoryStore memory = new InMemoryStore();
    private final LocalDaybook daybook = Daybook.builder(memory).noEmbedder().open();

    private void forgotten(Scope scope, String detail) {
        daybook.space("default").memory(scope).session("s").remember(Message.user("x"));
        AuditRecord record = new AuditRecord("op_parts", "forget", Instant.EPOCH, detail);
        memory.write(new WriteBatch(scope, "op_of_" + scope.code(), List.of(), List.of(), List.of(), record));
    }

    @Test
    void each_scope_has_its_own_counts() {
        forgotten(ADA, "count=2 kinds=episode:2");
        forgotten(SHARED, "count=3 kinds=fact:3");

        Map<Scope, AuditEntry> parts = daybook.maintenance().auditEntries("op_parts", List.of(BOB));

        assertThat(parts).containsOnlyKeys(ADA, SHARED);
        assertThat(parts.get(ADA).counts()).isEqualTo(Map.of(Kind.EPISODE, 2L));
        assertThat(parts.get(ADA).scope()).isEqualTo(ADA);
        assertThat(parts.get(SHARED).counts()).isEqualTo(Map.of(Kind.FACT, 3L));
        assertThat(daybook.maintenance().auditEntries("op_absent", List.of(ADA)))
                .isEmpty();
    }

    /** A store that forgot the name of ada's scope, as those with files do, and notes the reads of its whole log. */
    private Store nameless(List<String> scans) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("audits") || arguments.length != 1) {
                        return method.invoke(memory, arguments);
                    }
                    scans.add(String.valueOf(arguments[0]));
                    return memory.audits(String.valueOf(arguments[0])).stream()
                            .map(each -> new StoredAudit(
                                    each.space(), ADA.equals(each.scope()) ? null : each.scope(), each.audit()))
                            .toList();
                });
    }

    @Test
    void the_part_of_a_scope_that_was_forgotten_as_a_whole_is_found_by_its_name_only() {
        forgotten(ADA, "count=2 kinds=episode:2");
        forgotten(BOB, "count=5 kinds=episode:5");
        AuditLog log = new AuditLog(nameless(new ArrayList<>()));

        Map<Scope, AuditEntry> parts = log.parts("op_parts", List.of(SHARED, ADA));

        assertThat(parts).containsOnlyKeys(ADA, BOB);
        assertThat(parts.get(ADA).scope()).isNull();
        assertThat(parts.get(ADA).counts()).isEqualTo(Map.of(Kind.EPISODE, 2L));
        assertThat(log.parts("op_parts", List.of(SHARED))).containsOnlyKeys(BOB);
    }

    @Test
    void the_whole_audit_log_is_read_once_for_any_number_of_scopes() {
        forgotten(ADA, "count=2 kinds=episode:2");
        List<Scope> named = new ArrayList<>(List.of(ADA, BOB, SHARED));
        for (int i = 0; i < 60; i++) {
            named.add(new Scope.User(Space.DEFAULT, "u" + i));
        }
        List<String> scans = new ArrayList<>();

        assertThat(new AuditLog(nameless(scans)).parts("op_parts", named)).containsOnlyKeys(ADA);
        assertThat(scans).containsExactly("op_parts");
    }
}
