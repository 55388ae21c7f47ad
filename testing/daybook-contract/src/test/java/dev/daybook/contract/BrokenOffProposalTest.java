package dev.daybook.contract;

import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.error.StoreException;
import dev.daybook.internal.heap.ReadBudget;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.QuarantineReceipt;
import dev.daybook.store.Store;
import dev.daybook.testkit.DocumentDisk;
import dev.daybook.testkit.FlakyStore;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A proposal that is killed at each of its writes waits as a whole after reopening, or was never there. */
class BrokenOffProposalTest {

    private static final int ENOUGH = 20;
    private static final List<NewEpisode> TWO = List.of(said("p1", "heron"), said("p2", "crane"));

    private static Daybook open(Store store) {
        return Daybook.builder(store).noEmbedder().background(false).open();
    }

    @Test
    void it_waits_as_a_whole_or_was_never_there_and_is_shown_by_nothing() {
        boolean done = false;
        int deaths = 0;
        for (int writes = 0; writes < ENOUGH && !done; writes++) {
            DocumentDisk disk = new DocumentDisk();
            done = survives(disk, writes);
            deaths += done ? 0 : 1;
            try (Daybook reopened = open(new FlakyStore(disk))) {
                Memory ada = reopened.user("ada");
                assertThat(ids(ada.archive().exportAll())).isEmpty();
                assertThat(ada.archive().profile().counts()).isEmpty();
                List<QuarantineReceipt> list = ada.quarantine().list();
                list.forEach(each -> assertThat(each.count()).isEqualTo(2));
                assertThat(list).hasSizeLessThan(2);

                List<String> again = ada.quarantine().propose(TWO);
                assertThat(ada.quarantine().list()).hasSize(1);
                ada.quarantine().release(ada.quarantine().list().get(0).operation());
                assertThat(ids(ada.archive().exportAll())).containsExactlyInAnyOrderElementsOf(again);
            }
        }
        assertThat(done).isTrue();
        assertThat(deaths).isPositive();
    }

    private static boolean survives(DocumentDisk disk, int writes) {
        try (Store store = FlakyStore.dyingAfter(writes, disk);
                Daybook daybook = open(new UnclosedStore(store))) {
            daybook.user("ada").quarantine().propose(TWO);
            return true;
        } catch (StoreException death) {
            return false;
        }
    }

    @Test
    void the_list_reads_no_proposed_episode() throws Exception {
        try (Daybook daybook = open(new InMemoryStore())) {
            Memory ada = daybook.user("ada");
            for (int i = 0; i < 50; i++) {
                ada.quarantine().propose(List.of(said("p" + i, "heron ".repeat(2_000))));
            }
            AtomicLong read = new AtomicLong();
            List<QuarantineReceipt> list = ReadBudget.within(
                    new ReadBudget.HeapReservation() {
                        @Override
                        public void take(long bytes) {
                            read.addAndGet(bytes);
                        }

                        @Override
                        public void giveBack(long bytes) {}
                    },
                    () -> ada.quarantine().list());

            assertThat(list).hasSize(50);
            assertThat(read.get()).isLessThan(50 * 12_000L);
        }
    }
}
