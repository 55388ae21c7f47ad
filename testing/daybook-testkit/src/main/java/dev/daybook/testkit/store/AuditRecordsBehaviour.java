package dev.daybook.testkit.store;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.NOON;
import static dev.daybook.testkit.store.BatchFixture.pages;
import static dev.daybook.testkit.store.BatchFixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.Store;
import dev.daybook.store.StoredAudit;
import dev.daybook.store.WriteBatch;
import dev.daybook.testkit.StoreContract;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The audit records of a scope. */
public abstract class AuditRecordsBehaviour {

    private static final Scope ELSEWHERE = new Scope.User(new Space("other"), "ada");

    private final StoreContract contract;

    protected AuditRecordsBehaviour(StoreContract contract) {
        this.contract = contract;
    }

    private Store store() {
        return contract.store();
    }

    private static AuditRecord audit(String operation, int seconds) {
        return new AuditRecord(
                operation, "test of " + operation, NOON.plusSeconds(seconds).plusNanos(1_000), "count=1 é");
    }

    private static WriteBatch recorded(Scope scope, AuditRecord audit, EntryPut... puts) {
        return new WriteBatch(scope, audit.operation() + scope.code(), List.of(puts), List.of(), List.of(), audit);
    }

    private List<AuditRecord> audits(Scope scope, int limit) {
        return pages(cursor -> store().audits(scope, cursor, limit));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100})
    void the_records_of_a_scope_are_read_in_the_order_in_which_they_were_written(int limit) {
        store().write(recorded(ADA, audit("b", 3), put("e1")));
        store().write(recorded(ELSEWHERE, audit("a", 2), put("e1")));
        store().write(recorded(ADA, audit("c", 1)));
        store().write(new WriteBatch(ADA, "silent", List.of(put("e2")), List.of(), List.of(), null));
        store().write(recorded(ADA, audit("a", 2), put("e3")));

        assertThat(audits(ADA, limit)).containsExactly(audit("b", 3), audit("c", 1), audit("a", 2));
        assertThat(audits(ELSEWHERE, limit)).containsExactly(audit("a", 2));
        assertThat(audits(new Scope.Shared(Space.DEFAULT), limit)).isEmpty();
    }

    @Test
    void an_operation_is_found_in_all_scopes_it_changed() {
        store().write(recorded(ADA, audit("a", 1), put("e1")));
        store().write(recorded(ADA, audit("b", 2), put("e2")));
        store().write(recorded(ELSEWHERE, audit("a", 3), put("e1")));

        assertThat(store().audits("a"))
                .containsExactlyInAnyOrder(
                        new StoredAudit(Space.DEFAULT, ADA, audit("a", 1)),
                        new StoredAudit(ELSEWHERE.space(), ELSEWHERE, audit("a", 3)));
        assertThat(store().audits("never")).isEmpty();
    }

    @Test
    void the_records_outlive_the_scope() {
        store().write(recorded(ADA, audit("a", 1), put("e1")));
        store().erase(ADA, EraseRequest.EVERYTHING, recorded(ADA, audit("b", 2)));

        assertThat(audits(ADA, 10)).containsExactly(audit("a", 1), audit("b", 2));
        assertThat(store().audits("b")).singleElement().satisfies(found -> {
            assertThat(found.space()).isEqualTo(Space.DEFAULT);
            assertThat(found.audit()).isEqualTo(audit("b", 2));
        });
        assertThat(store().heads(Space.DEFAULT, null, 10).items()).isEmpty();
    }

    @Test
    void the_records_are_there_after_reopening() {
        assumeTrue(store().guarantees().durable(), "the store is not durable");
        store().write(recorded(ADA, audit("a", 1), put("e1")));
        contract.reopen();
        store().write(recorded(ADA, audit("b", 2)));

        assertThat(audits(ADA, 10)).containsExactly(audit("a", 1), audit("b", 2));
    }
}
