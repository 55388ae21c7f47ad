package dev.daybook.internal.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.store.AuditRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

class AccessRecordsTest {

    private static final Space LAB = new Space("lab");

    private final InMemoryStore store = new InMemoryStore();

    @Test
    void a_change_of_rights_is_in_the_audit_log_of_the_space_without_the_id_of_the_caller() {
        try (LocalDaybook daybook = Daybook.builder(store).noEmbedder().open()) {
            String granted = daybook.maintenance().recordAccessChange(LAB, AuditEntry.GRANT, "key0815");
            String withdrawn = daybook.maintenance().recordAccessChange(LAB, AuditEntry.WITHDRAW, "key0815");

            AuditEntry entry = daybook.auditEntry(granted).orElseThrow();
            assertThat(entry.space()).isEqualTo(LAB);
            assertThat(entry.scope()).isEqualTo(new Scope.Shared(LAB));
            assertThat(entry.action()).isEqualTo(AuditEntry.GRANT);
            assertThat(daybook.auditEntry(withdrawn).orElseThrow().action()).isEqualTo(AuditEntry.WITHDRAW);
            List<AuditRecord> records =
                    store.audits(new Scope.Shared(LAB), null, 10).items();
            assertThat(records).hasSize(2);
            // The hash of the same id, so the records of one caller can be found.
            assertThat(records.get(0).detail())
                    .isEqualTo(records.get(1).detail())
                    .doesNotContain("key0815");
        }
    }

    @Test
    void another_action_and_a_blank_caller_are_refused() {
        try (LocalDaybook daybook = Daybook.builder(store).noEmbedder().open()) {
            assertThatThrownBy(() -> daybook.maintenance().recordAccessChange(LAB, AuditEntry.FORGET, "k1"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("action is 'forget'");
            assertThatThrownBy(() -> daybook.maintenance().recordAccessChange(LAB, AuditEntry.GRANT, " "))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(store.audits(new Scope.Shared(LAB), null, 10).items()).isEmpty();
        }
    }
}
