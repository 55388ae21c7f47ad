package dev.daybook.contract.erasure;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.daybook.DaybookBuilder;
import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.Space;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.HealthReport;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import dev.daybook.query.Selection;
import dev.daybook.store.EntryPut;
import dev.daybook.store.WriteBatch;
import dev.daybook.testkit.store.BatchFixture;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The proof of a forget long after it. */
public abstract class VerifyingBehaviour {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final MemoryContract contract;

    protected VerifyingBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private Memory ada() {
        return contract.ada();
    }

    private HealthReport verify() {
        return contract.embedded().maintenance().verifyErasure(PATIENCE);
    }

    private Finding ids() {
        return verify().findings().stream()
                .filter(finding -> finding.aspect().equals("forgotten ids"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_memory_whose_forgets_are_done_is_well() {
        assumeTrue(contract.store().guarantees().erasesBytes(), "the store cannot erase bytes");
        ada().remember(said("e1", "s1", NOON, "heron"));
        ada().remember(said("e2", "s2", NOON, "kestrel"));
        ada().forget(Selection.session("s1"));
        contract.daybook().user("bob").remember(said("b1", "a secret"));
        contract.daybook().user("bob").forget(Selection.everything());

        HealthReport health = verify();

        assertThat(health.ok()).as(health.toString()).isTrue();
        assertThat(ids().detail())
                .startsWith("1 forgets on record of scopes in use, 1 ids by keyed hash, 0 of them are entries");
    }

    @Test
    void an_entry_that_came_back_without_a_record_is_found() {
        ada().remember(said("e1", "s1", NOON, "heron"));
        ada().remember(said("e2", "s2", NOON, "kestrel"));
        EntryPut before = BatchFixture.put(BatchFixture.episode("e1"), "body");
        ada().forget(Selection.session("s1"));
        assertThat(ids().level()).isEqualTo(Level.OK);

        contract.store().write(new WriteBatch(ada().scope(), "op_back", List.of(before), List.of(), List.of(), null));

        assertThat(ids().level()).isEqualTo(Level.FAIL);
        assertThat(ids().detail()).contains("1 of them are entries").doesNotContain("e1");
    }

    @Test
    void a_text_remembered_again_after_a_forget_is_no_leftover() {
        ada().remember(said("e1", "s1", NOON, "heron"));
        ada().remember(said("e2", "s2", NOON, "kestrel"));
        ada().forget(Selection.session("s1"));
        ada().remember(said("e1", "s1", NOON, "heron"));

        assertThat(ids().level()).isEqualTo(Level.OK);
    }

    @Test
    void a_text_that_came_again_among_very_many_is_reported_as_unknown() {
        ada().remember(said("e39", "s1", NOON, "heron"));
        ada().forget(Selection.session("s1"));
        ada().remember(IntStream.range(0, 40)
                .mapToObj(i -> said("e" + i, "heron"))
                .toList());

        assertThat(ids().level()).isEqualTo(Level.OK);
        assertThat(ids().detail()).contains("1 ids cannot be compared");
    }

    @Test
    void an_entry_of_another_kind_may_have_the_same_id() {
        ada().facts().remember(NewFact.of("Ada", "likes", "tea").id("same"));
        ada().remember(said("same", "s1", NOON, "heron"));
        ada().forget(Selection.session("s1"));

        assertThat(ids().level()).isEqualTo(Level.OK);
        assertThat(ada().facts().find("same")).isPresent();
    }

    @Test
    void a_forget_is_on_record_after_reopening() {
        ada().remember(said("e1", "s1", NOON, "heron"));
        ada().remember(said("e2", "s1", NOON, "kestrel"));
        ErasureReceipt erasure = ada().forget(Selection.session("s1"));
        contract.clock().advance(Duration.ofDays(400));

        Memory later = contract.openedWith(DaybookBuilder::noEmbedder).user("ada");
        AuditEntry auditEntry =
                later.operations().auditEntry(erasure.operation()).orElseThrow();

        assertThat(auditEntry.isForget()).isTrue();
        assertThat(auditEntry.scope()).isEqualTo(later.scope());
        assertThat(auditEntry.counts()).isEqualTo(Map.of(Kind.EPISODE, 2L)).isEqualTo(erasure.counts());
        assertThat(auditEntry.at()).isEqualTo(NOON.withOffsetSameInstant(ZoneOffset.UTC));
        assertThat(contract.daybook().auditEntry(erasure.operation())).contains(auditEntry);
        assertThat(later.operations().await(auditEntry.erasure(), PATIENCE).bytes())
                .isEqualTo(
                        contract.store().guarantees().erasesBytes()
                                ? ErasureReceipt.Bytes.GONE
                                : ErasureReceipt.Bytes.KEPT);
    }

    @Test
    void a_scope_forgotten_as_a_whole_keeps_its_audit_records() {
        ada().remember(said("e1", "s1", NOON, "heron"));
        ErasureReceipt erasure = ada().forget(Selection.everything());

        assertThat(ada().operations().auditEntry(erasure.operation()))
                .hasValueSatisfying(
                        auditEntry -> assertThat(auditEntry.counts()).isEqualTo(Map.of(Kind.EPISODE, 1L)));
        assertThat(contract.daybook().auditEntry(erasure.operation()))
                .hasValueSatisfying(auditEntry ->
                        assertThat(auditEntry.space()).isEqualTo(ada().scope().space()));
    }

    @Test
    void the_audit_log_of_a_scope_has_no_record_of_another_scope() {
        ada().remember(said("e1", "s1", NOON, "heron"));
        ErasureReceipt erasure = ada().forget(Selection.everything());
        Memory bob = contract.daybook().user("bob");
        bob.remember(said("e1", "s1", NOON, "heron"));
        bob.forget(Selection.everything());

        assertThat(bob.operations().auditEntry(erasure.operation())).isEmpty();
        assertThat(contract.daybook().space("other").user("ada").operations().auditEntry(erasure.operation()))
                .isEmpty();
        assertThat(ada().operations().auditEntry("op_never")).isEmpty();
    }

    @Test
    void a_forget_that_reaches_the_shared_scope_is_one_operation_of_its_own_scope() {
        ada().remember(said("e1", "s1", NOON, "heron"));
        EntryRef said = new EntryRef(ada().scope(), Kind.EPISODE, "e1");
        contract.daybook()
                .space(Space.DEFAULT.id())
                .shared()
                .facts()
                .remember(NewFact.of("ada", "saw", "a heron").sources(List.of(said)));
        ErasureReceipt erasure = ada().forget(Selection.session("s1"));
        assertThat(erasure.counts()).isEqualTo(Map.of(Kind.EPISODE, 1L, Kind.FACT, 1L));

        AuditEntry auditEntry =
                ada().operations().auditEntry(erasure.operation()).orElseThrow();

        assertThat(auditEntry.scope()).isEqualTo(ada().scope());
        assertThat(auditEntry.counts()).isEqualTo(erasure.counts());
    }
}
