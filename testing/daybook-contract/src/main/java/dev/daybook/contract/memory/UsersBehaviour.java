package dev.daybook.contract.memory;

import static dev.daybook.testkit.store.ConcurrentTasks.together;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.contract.MemoryContract;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many concurrent users, each compared with a reference model of its memory. */
public abstract class UsersBehaviour {

    private static final int THREADS = 8;
    private static final int USERS = 1_000;

    /** Steps of all threads together. A night's run takes more: {@code -Ddaybook.crowd.steps=200000}. */
    private static final int STEPS = Integer.getInteger("daybook.crowd.steps", 2_000);

    private static final long SEED = Long.getLong("daybook.crowd.seed", 42);

    private final MemoryContract contract;

    protected UsersBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    @Test
    void a_thousand_users_on_eight_threads_agree_with_a_reference_model() throws Exception {
        List<MemoryModel> users = IntStream.range(0, USERS)
                .mapToObj(i -> new MemoryModel(contract.daybook().user("user " + i)))
                .toList();
        List<Integer> steps = together(THREADS, thread -> () -> {
            Random random = new Random(SEED + thread);
            for (int i = 0; i < STEPS / THREADS; i++) {
                // Half of the steps fall on few users, so that a thread meets recent writes of others.
                MemoryModel user = users.get(random.nextInt(random.nextBoolean() ? 10 : USERS));
                synchronized (user) {
                    user.step(random);
                }
            }
            return STEPS / THREADS;
        });

        assertThat(steps).containsOnly(STEPS / THREADS);
        users.forEach(MemoryModel::compareAll);
    }
}
