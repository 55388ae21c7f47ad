package dev.daybook.contract;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.ProcessPair.ADA;
import static dev.daybook.contract.ProcessPair.SHARED;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.NewSummary;
import dev.daybook.model.Space;
import dev.daybook.model.Summary.Level;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Selection;
import dev.daybook.store.Blob;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Sidecar;
import dev.daybook.testkit.store.BatchFixture;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A forget in one process, and calls of another between its plan, its two commits and its end. */
class SharedForgetTest {

    private static final EntryRef OF_ADA = new EntryRef(ADA, Kind.EPISODE, "e1");

    private final ProcessPair processes = new ProcessPair(parts -> parts);
    private final ProcessStore firstStore = processes.firstStore;
    private final LocalDaybook first = processes.first;
    private final Daybook second = processes.second;

    @AfterEach
    void close() {
        processes.close();
    }

    private static Memory ada(Daybook daybook) {
        return daybook.user("ada");
    }

    private void remember() {
        ada(first).remember(said("e1", "s1", NOON, "I moved to Porto."));
    }

    private ErasureReceipt forget() {
        return ada(first).forget(Selection.session("s1"));
    }

    /** A shared fact that the one which cites Ada ends. */
    private void lisbon() {
        first.space(Space.DEFAULT.id())
                .shared()
                .facts()
                .remember(NewFact.of("Ada", "lives_in", "Lisbon").id("lisbon").validFrom(NOON));
    }

    private static void porto(Daybook daybook) {
        daybook.space(Space.DEFAULT.id())
                .shared()
                .facts()
                .remember(NewFact.of("Ada", "lives_in", "Porto")
                        .id("porto")
                        .validFrom(NOON.plusDays(1))
                        .sources(List.of(OF_ADA)));
    }

    private List<Fact> facts() {
        return second.space(Space.DEFAULT.id()).shared().facts().list(FactQuery.all());
    }

    @Test
    void a_shared_fact_that_the_other_removes_before_it_is_valid_again_stays_removed() {
        remember();
        lisbon();
        porto(first);
        firstStore.before(
                "erase " + SHARED.code(),
                () -> second.space(Space.DEFAULT.id()).shared().facts().forget("lisbon"));

        forget();

        assertThat(facts()).isEmpty();
    }

    @Test
    void a_shared_fact_that_the_other_removes_before_a_late_citation_is_erased_stays_removed() {
        remember();
        lisbon();
        firstStore
                .before("erase " + ADA.code(), () -> porto(second))
                .before("erase " + SHARED.code(), () -> {})
                .before(
                        "erase " + SHARED.code(),
                        () -> second.space(Space.DEFAULT.id()).shared().facts().forget("lisbon"));

        forget();

        assertThat(facts()).isEmpty();
    }

    @Test
    void a_forget_whose_rest_the_other_completes_reports_the_shared_entries_that_it_erased() {
        remember();
        porto(first);
        firstStore.before("erase " + ADA.code(), () -> ada(second).forget(Selection.session("s1")));

        ErasureReceipt erasure = forget();

        assertThat(erasure.operation()).isNotEmpty();
        assertThat(erasure.counts()).containsEntry(Kind.FACT, 1L);
        assertThat(facts()).isEmpty();
        assertThat(processes.store.states(SHARED, "forget/", null, 10).items()).isEmpty();
    }

    @Test
    void shared_entries_that_are_erased_in_two_attempts_are_all_counted() {
        remember();
        porto(first);
        firstStore.before("erase " + ADA.code(), () -> {
            second.space(Space.DEFAULT.id())
                    .shared()
                    .facts()
                    .remember(NewFact.of("Ada", "likes", "rain").sources(List.of(OF_ADA)));
            ada(second).blocks().remember("rules", "be brief");
        });

        ErasureReceipt erasure = forget();

        assertThat(erasure.counts()).containsEntry(Kind.FACT, 2L).containsEntry(Kind.EPISODE, 1L);
        assertThat(facts()).isEmpty();
        assertThat(processes.store.states(SHARED, "forget/", null, 10).items()).isEmpty();
    }

    @Test
    void a_forget_of_everything_takes_a_later_write_of_the_other_and_is_not_repeated_for_it() {
        remember();
        AtomicInteger repetitions = new AtomicInteger();
        firstStore
                .before("erase " + ADA.code(), () -> ada(second).remember(said("e2", "a heron")))
                .before("erase " + ADA.code(), repetitions::incrementAndGet);

        ada(first).forget(Selection.everything());

        assertThat(repetitions).hasValue(0);
        assertThat(ada(second).archive().exportAll()).isEmpty();
        remember();
        forget();
    }

    @Test
    void a_context_that_the_other_keeps_while_the_bank_is_cleared_is_erased_too() {
        MemorySpace space = first.space("default");
        space.changeSettings(settings -> settings.bank(settings.bank().enabled(true)));
        space.bank()
                .remember(NewSummary.of(Level.DAY, "Herons were seen at the weir.")
                        .period(Level.DAY.period(NOON))
                        .lastSourceAt(NOON)
                        .tokens(8));
        firstStore.before("erase " + SHARED.code(), () -> {
            ada(second).session("s2").context("heron", ContextOptions.defaults().keep(true));
            assertThat(contexts()).singleElement().asString().contains("Herons were seen");
        });

        assertThat(space.bank().forget()).isEqualTo(1);

        assertThat(contexts()).isEmpty();
    }

    private List<String> contexts() {
        return processes.store.states(SHARED, "context/", null, 10).items().stream()
                .map(state -> state.bytes().text())
                .toList();
    }

    @Test
    void a_rebuild_does_not_name_a_scope_that_the_other_forgets_meanwhile() {
        remember();
        IndexRow row = processes.store.rows(ADA, 0, 10).items().get(0);
        Sidecar stale = new Sidecar(row.key(), row.contentRevision(), TermRecord.SIDECAR, Blob.of("stale"));
        processes.store.write(BatchFixture.batch(ADA, stale));
        firstStore.before("write " + ADA.code(), () -> ada(second).forget(Selection.everything()));

        first.maintenance().rebuild(progress -> {});

        assertThat(processes.store.scopes(null, 10).items()).doesNotContain(ADA);
    }
}
