package dev.daybook.cassandra;

import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The statements of a recall and a history in a scope whose index is in memory. */
@EnabledIf("dev.daybook.cassandra.CassandraCluster#isWanted")
class ResidentScopeTest {

    private static final List<Integer> ONE_READ = List.of(1, 0);

    @Test
    void a_recall_and_a_history_read_one_head_and_nothing_else() {
        FaultySession counting = new FaultySession();
        CassandraStore store = CassandraStore.open(
                counting.over(CassandraCluster.session()), UUID.randomUUID().toString(), () -> {});
        try (Daybook daybook = Daybook.builder(store).noEmbedder().open()) {
            Memory memory = daybook.user("ada");
            for (int i = 0; i < 20; i++) {
                memory.session("s").remember(user("The kayak number " + i + "."));
            }
            assertThat(memory.recall("kayak")).hasSize(10);
            assertThat(memory.session("s").turns(20)).hasSize(20);
            counting.counted();

            assertThat(memory.recall("kayak")).hasSize(10);
            assertThat(counting.counted()).isEqualTo(ONE_READ);

            assertThat(memory.session("s").turns(20)).hasSize(20);
            assertThat(counting.counted()).isEqualTo(ONE_READ);
        }
    }
}
