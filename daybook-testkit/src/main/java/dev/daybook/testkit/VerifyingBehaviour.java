package dev.daybook.testkit;

import static dev.daybook.testkit.MemoryContract.NOON;
import static dev.daybook.testkit.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.daybook.DaybookBuilder;
import dev.daybook.Memory;
import dev.daybook.data.AuditEntry;
import dev.daybook.data.EntryRef;
import dev.daybook.data.ErasureReceipt;
import dev.daybook.data.HealthReport;
import dev.daybook.data.HealthReport.Finding;
import dev.daybook.data.HealthReport.Level;
import dev.daybook.data.Kind;
import dev.daybook.data.NewFact;
import dev.daybook.data.Selection;
import dev.daybook.store.EntryPut;
import dev.daybook.store.WriteBatch;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What can be shown of a forget long after it, by whoever comes then. */
abstract class VerifyingBehaviour {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final MemoryContract contract;

    VerifyingBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private Memory ada() {
        return contract.ada();
    }

    private HealthReport verify() {
        return contract.daybook().verifyErasure(PATIENCE);
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
    void what_was_remembered_again_is_there_by_right() {
        ada().remember(said("e1", "s1", NOON, "heron"));
        ada().remember(said("e2", "s2", NOON, "kestrel"));
        ada().forget(Selection.session("s1"));
        ada().remember(said("e1", "s1", NOON, "heron"));

        assertThat(ids().level()).isEqualTo(Level.OK);
    }

    @Test
    void what_came_again_among_very_many_is_told_as_not_known() {
        ada().remember(said("e39", "s1", NOON, "heron"));
        ada().forget(Selection.session("s1"));
        ada().rememberAll(IntStream.range(0, 40)
                .mapToObj(i -> said("e" + i, "heron"))
                .toList());

        assertThat(ids().level()).isEqualTo(Level.OK);
        assertThat(ids().detail()).contains("1 ids cannot be compared");
    }

    @Test
    void an_entry_of_another_kind_may_have_the_same_id() {
        ada().facts().assertFact(NewFact.of("Ada", "likes", "tea").withId("same"));
        ada().remember(said("same", "s1", NOON, "heron"));
        ada().forget(Selection.session("s1"));

        assertThat(ids().level()).isEqualTo(Level.OK);
        assertThat(ada().facts().find("same")).isPresent();
    }

    @Test
    void a_forget_is_on_record_for_whoever_opens_the_memory_later() {
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
        assertThat(later.await(auditEntry.erasure(), PATIENCE).bytes())
                .isEqualTo(
                        contract.store().guarantees().erasesBytes()
                                ? ErasureReceipt.Bytes.GONE
                                : ErasureReceipt.Bytes.KEPT);
    }

    @Test
    void a_scope_that_was_forgotten_as_a_whole_has_its_records_for_whoever_names_it() {
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
    void what_another_scope_did_is_not_on_its_record() {
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
    void a_forget_that_reached_what_is_shared_is_one_operation_of_the_scope_it_was_asked_of() {
        ada().remember(said("e1", "s1", NOON, "heron"));
        EntryRef said = new EntryRef(ada().scope(), Kind.EPISODE, "e1");
        contract.daybook()
                .shared()
                .facts()
                .assertFact(NewFact.of("ada", "saw", "a heron").from(List.of(said)));
        ErasureReceipt erasure = ada().forget(Selection.session("s1"));
        assertThat(erasure.counts()).isEqualTo(Map.of(Kind.EPISODE, 1L, Kind.FACT, 1L));

        AuditEntry auditEntry =
                ada().operations().auditEntry(erasure.operation()).orElseThrow();

        assertThat(auditEntry.scope()).isEqualTo(ada().scope());
        assertThat(auditEntry.counts()).isEqualTo(erasure.counts());
    }
}
