package dev.daybook.server.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.server.admission.HeapBudget.CallReservation;
import dev.daybook.server.problem.OverloadedException;
import dev.daybook.server.problem.TooLargeException;
import org.junit.jupiter.api.Test;

class HeapBudgetTest {

    /** A quarter of the heap for bodies, and three quarters of that for one key. */
    private final HeapBudget budget = new HeapBudget(1_600);

    @Test
    void bodies_take_no_more_than_the_budget_whatever_their_number() {
        CallReservation first = budget.open("one");
        first.take(200);
        CallReservation second = budget.open("other");
        second.take(200);

        assertThatThrownBy(() -> budget.open("third").take(1)).isInstanceOf(OverloadedException.class);
        first.close();
        budget.open("third").take(200);
    }

    @Test
    void one_key_takes_three_quarters() {
        budget.open("one").take(300);

        assertThatThrownBy(() -> budget.open("one").take(1)).isInstanceOf(OverloadedException.class);
        assertThatThrownBy(() -> budget.open("other").take(301)).isInstanceOf(TooLargeException.class);
        budget.open("other").take(100);
    }

    @Test
    void a_refused_body_keeps_what_it_had_and_gives_it_back_once() {
        CallReservation body = budget.open("one");
        body.take(200);
        assertThatThrownBy(() -> body.take(101)).isInstanceOf(TooLargeException.class);
        body.close();
        body.close();

        budget.open("one").take(300);
        assertThatThrownBy(() -> budget.open("other").take(101)).isInstanceOf(OverloadedException.class);
    }

    @Test
    void no_entry_of_a_key_outlives_its_bodies() {
        for (int i = 0; i < 1_000; i++) {
            try (CallReservation body = budget.open("key " + i)) {
                body.take(100);
                body.take(1);
            }
        }

        assertThat(budget.keys()).isZero();
    }

    @Test
    void the_largest_body_takes_four_times_its_bytes_of_the_share_of_a_key() {
        assertThat(new HeapBudget(1_600).largestBody()).isEqualTo(75);
    }
}
