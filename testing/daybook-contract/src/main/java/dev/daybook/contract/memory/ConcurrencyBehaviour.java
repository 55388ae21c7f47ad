package dev.daybook.contract.memory;

import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static dev.daybook.testkit.store.ConcurrentTasks.together;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Concurrent writers and readers. */
public abstract class ConcurrencyBehaviour {

    private static final int THREADS = 8;
    private static final int WRITES = 50;

    private final MemoryContract contract;

    protected ConcurrencyBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    @Test
    void writers_of_one_scope_get_contiguous_positions_and_lose_nothing() throws Exception {
        Memory ada = contract.ada();
        List<List<Long>> positions = together(
                THREADS,
                thread -> () -> IntStream.range(0, WRITES)
                        .mapToObj(i -> ada.session("s" + thread).remember(Message.user(thread + " says " + i)))
                        .map(Receipt::position)
                        .toList());

        assertThat(positions.stream().flatMap(List::stream))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, THREADS * WRITES).boxed().toList());
        assertThat(positions).allSatisfy(ofThread -> assertThat(ofThread).isSorted());
        assertThat(ada.archive().exportAll().map(Entry::position))
                .hasSize(THREADS * WRITES)
                .doesNotHaveDuplicates();
        assertThat(ada.recall(by(By.WORDS, "says").limit(THREADS * WRITES))).hasSize(THREADS * WRITES);
    }

    @Test
    void the_same_episode_written_by_all_is_written_once() throws Exception {
        Memory ada = contract.ada();
        List<Receipt> receipts = together(THREADS, thread -> () -> ada.remember(said("same", "The same words.")));

        assertThat(receipts).containsOnly(receipts.get(0));
        assertThat(receipts.get(0).position()).isEqualTo(1);
        assertThat(ada.remember(said("next", "Other words.")).position()).isEqualTo(2);
        assertThat(ids(ada.archive().exportAll())).containsExactly("same", "next");
    }

    @Test
    void concurrent_writes_of_one_id_leave_one_position_and_one_last_version() throws Exception {
        Memory ada = contract.ada();
        List<Receipt> receipts =
                together(THREADS, thread -> () -> ada.remember(said("same", "Words of " + thread + ".")));

        assertThat(receipts).extracting(Receipt::position).containsOnly(1L);
        assertThat(receipts).extracting(Receipt::revision).doesNotHaveDuplicates();
        long last = receipts.stream().mapToLong(Receipt::revision).max().orElseThrow();
        assertThat(ada.find(Episode.class, "same").orElseThrow().revision()).isEqualTo(last);
    }

    /** The first writes to a scope all find that it has no key for its audit record yet. */
    @Test
    void the_first_writes_of_all_kinds_may_meet() throws Exception {
        for (int round = 0; round < 20; round++) {
            Memory shared = contract.daybook().space("round " + round).shared();
            String space = "round " + round;
            together(THREADS, thread -> () -> switch (thread % 4) {
                case 0 -> shared.session("s").remember(Message.user("hello"));
                case 1 -> shared.remember(said("e" + thread, "hello"));
                case 2 -> shared.session("named " + thread).change(options -> options.name("name"));
                default -> {
                    contract.daybook()
                            .space(space)
                            .settings(SpaceSettings.DEFAULTS.secrets(SpaceSettings.Secrets.REDACT));
                    yield space;
                }
            });
            assertThat(shared.archive().exportAll()).hasSize(4);
            assertThat(shared.sessions()).hasSize(3);
            assertThat(contract.daybook().space(space).settings().secrets()).isEqualTo(SpaceSettings.Secrets.REDACT);
        }
    }

    @Test
    void forgotten_entries_are_in_no_later_recall() throws Exception {
        Memory ada = contract.ada();
        int rounds = 30;
        boolean[] forgotten = new boolean[rounds];
        Object lock = new Object();
        IntStream.range(0, rounds).forEach(i -> ada.remember(said("e" + i, "heron " + i)));
        List<Boolean> right = together(4, thread -> () -> {
            if (thread == 0) {
                for (int i = 0; i < rounds; i++) {
                    ada.forget(Selection.episode("e" + i));
                    synchronized (lock) {
                        forgotten[i] = true;
                    }
                    ada.remember(said("new" + i, "heron"));
                }
                return true;
            }
            boolean seen = false;
            for (boolean more = true; more; ) {
                boolean[] before;
                synchronized (lock) {
                    before = forgotten.clone();
                }
                List<String> found = ids(ada.recall(
                        by(thread == 1 ? By.NEWEST : By.WORDS, "heron").limit(1_000)));
                for (int i = 0; i < rounds; i++) {
                    seen |= before[i] && found.contains("e" + i);
                }
                more = !before[rounds - 1];
            }
            return !seen;
        });

        assertThat(right).containsOnly(true);
    }
}
