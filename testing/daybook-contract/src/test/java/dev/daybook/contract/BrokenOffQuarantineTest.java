package dev.daybook.contract;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.error.StoreException;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.QuarantineReceipt;
import dev.daybook.query.Selection;
import dev.daybook.store.Store;
import dev.daybook.testkit.DocumentDisk;
import dev.daybook.testkit.FlakyStore;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A quarantine and a release over two scopes, killed at each of their writes: both are whole after reopening, or not begun. */
class BrokenOffQuarantineTest {

    private static final int ENOUGH = 60;
    private static final Origin MALLORY = new Origin(Origin.Source.TOOL, "mallory");

    @Test
    void it_is_whole_after_reopening_or_has_not_begun_and_nothing_is_lost() {
        boolean between = false;
        boolean done = false;
        for (int writes = 0; writes < ENOUGH && !done; writes++) {
            DocumentDisk disk = new DocumentDisk();
            fill(disk);
            done = survives(disk, writes, ada -> ada.quarantine().hide(Selection.writer("mallory")));
            try (FlakyStore raw = new FlakyStore(disk)) {
                between |= !raw.states(new Scope.Shared(Space.DEFAULT), "forget/", null, 9)
                        .items()
                        .isEmpty();
            }
            try (Daybook reopened = open(new FlakyStore(disk))) {
                Memory ada = reopened.user("ada");
                boolean isThere = ids(ada.archive().exportAll()).contains("bad");
                assertThat(ids(ada.archive().exportAll())).contains("good").hasSize(isThere ? 2 : 1);
                assertThat(ids(reopened.space(Space.DEFAULT.id())
                                .shared()
                                .archive()
                                .exportAll()))
                        .as("after %d writes", writes)
                        .hasSize(isThere ? 1 : 0);
                List<QuarantineReceipt> list = ada.quarantine().list();
                assertThat(list).hasSize(isThere ? 0 : 1);
                assertThat(reopened.space(Space.DEFAULT.id())
                                .shared()
                                .quarantine()
                                .list())
                        .extracting(QuarantineReceipt::operation)
                        .isEqualTo(
                                list.stream().map(QuarantineReceipt::operation).toList());
                list.forEach(each -> ada.quarantine().release(each.operation()));
                assertThat(ids(ada.archive().exportAll())).containsExactly("good", "bad");
                assertThat(ids(reopened.space(Space.DEFAULT.id())
                                .shared()
                                .archive()
                                .exportAll()))
                        .containsExactly("of bad");
            }
        }
        assertThat(done).isTrue();
        assertThat(between).as("one of the deaths came between the two scopes").isTrue();
    }

    @Test
    void a_release_that_broke_off_can_be_done_again() {
        boolean between = false;
        boolean done = false;
        for (int writes = 0; writes < ENOUGH && !done; writes++) {
            DocumentDisk disk = new DocumentDisk();
            fill(disk);
            String operation;
            try (Daybook daybook = open(new FlakyStore(disk))) {
                operation = daybook.user("ada")
                        .quarantine()
                        .hide(Selection.writer("mallory"))
                        .operation();
            }
            done = survives(disk, writes, ada -> ada.quarantine().release(operation));
            try (Daybook reopened = open(new FlakyStore(disk))) {
                Memory ada = reopened.user("ada");
                boolean isThere = ids(ada.archive().exportAll()).contains("bad");
                between |= !isThere
                        && !ids(reopened.space(Space.DEFAULT.id())
                                        .shared()
                                        .archive()
                                        .exportAll())
                                .isEmpty();
                if (!isThere) {
                    ada.quarantine().release(operation);
                }
                assertThat(ids(ada.archive().exportAll())).containsExactly("good", "bad");
                assertThat(ids(reopened.space(Space.DEFAULT.id())
                                .shared()
                                .archive()
                                .exportAll()))
                        .containsExactly("of bad");
                assertThat(ada.quarantine().list()).isEmpty();
                assertThat(reopened.space(Space.DEFAULT.id())
                                .shared()
                                .quarantine()
                                .list())
                        .isEmpty();
            }
        }
        assertThat(done).isTrue();
        assertThat(between).as("one of the deaths came between the two scopes").isTrue();
    }

    private static boolean survives(DocumentDisk disk, int writes, Consumer<Memory> work) {
        try (Store store = FlakyStore.dyingAfter(writes, disk);
                Daybook daybook = open(new UnclosedStore(store))) {
            work.accept(daybook.user("ada"));
            return true;
        } catch (StoreException death) {
            return false;
        }
    }

    private static Daybook open(Store store) {
        return Daybook.builder(store).noEmbedder().background(false).open();
    }

    private static void fill(DocumentDisk disk) {
        try (Daybook daybook = open(new FlakyStore(disk))) {
            Memory ada = daybook.user("ada");
            ada.remember(said("good", "s1", NOON, "heron"));
            ada.remember(said("bad", "s1", NOON.plusHours(2), "crane").origin(MALLORY));
            EntryRef bad = new EntryRef(ada.scope(), Kind.EPISODE, "bad");
            daybook.space(Space.DEFAULT.id())
                    .shared()
                    .facts()
                    .remember(NewFact.of("ada", "saw", "crane").id("of bad").sources(List.of(bad)));
        }
    }
}
