package dev.daybook.internal.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class VectorProgressTest {

    /** A hang guard: what takes a second in proportion to the scopes would take hours in proportion to their square. */
    private static final Duration HANG = Duration.ofSeconds(60);

    private final VectorProgress progress = new VectorProgress();

    private static Scope user(int number) {
        return new Scope.User(Space.DEFAULT, "u" + number);
    }

    private List<Scope> next(int count) throws InterruptedException {
        List<Scope> scopes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            scopes.add(progress.next());
        }
        return scopes;
    }

    @Test
    void scopes_come_in_the_order_in_which_they_became_due_and_each_once() throws Exception {
        IntStream.of(1, 2, 1, 3, 2).forEach(number -> progress.wake(user(number)));

        assertThat(next(3)).containsExactly(user(1), user(2), user(3));
    }

    @Test
    void one_that_is_waited_for_comes_first() throws Exception {
        IntStream.of(1, 2, 3).forEach(number -> progress.wake(user(number)));
        progress.awaitDone(user(3), 1, Duration.ZERO);
        progress.wake(user(3));

        assertThat(next(3)).containsExactly(user(3), user(1), user(2));
    }

    @Test
    void a_hundred_thousand_scopes_are_due_at_once() {
        Assertions.assertTimeoutPreemptively(HANG, () -> {
            IntStream.range(0, 100_000).forEach(number -> progress.wake(user(number)));
            progress.awaitDone(user(99_999), 1, Duration.ZERO);
            assertThat(progress.next()).isEqualTo(user(99_999));
            assertThat(next(99_999)).doesNotHaveDuplicates();
        });
    }

    @Test
    void no_recall_waits_for_a_pass_that_hangs() {
        AtomicLong nanoTime = new AtomicLong();
        VectorProgress hanging = new VectorProgress(nanoTime::get);
        hanging.passing(true);
        assertThat(hanging.awaitSettled(user(1), 1, Duration.ZERO)).isFalse();

        nanoTime.addAndGet(VectorProgress.MAX_PASS.toNanos() + 1);

        Assertions.assertTimeoutPreemptively(
                HANG,
                () -> assertThat(hanging.awaitSettled(user(1), 1, Duration.ofDays(1)))
                        .isTrue());
        hanging.passing(false);
        assertThat(hanging.awaitSettled(user(1), 1, Duration.ZERO)).isFalse();
    }
}
