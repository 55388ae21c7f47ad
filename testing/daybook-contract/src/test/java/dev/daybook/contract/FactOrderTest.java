package dev.daybook.contract;

import static dev.daybook.contract.MemoryContract.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.local.InMemoryStore;
import dev.daybook.testkit.FixedClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The same statements in a random order, with edits, undo, redo, forget, quarantine and import between them, give the
 * facts that they give when they are written once in their order. The number of orders: {@code -Ddaybook.orders=N}; other
 * ones: {@code -Ddaybook.seed=N}.
 */
class FactOrderTest {

    private static final int ORDERS = Integer.getInteger("daybook.orders", 500);

    /** A store of very many users says no more, and takes longer. */
    private static final int ORDERS_OF_A_STORE = 500;

    private final long seed = Long.getLong("daybook.seed", 20_261_126);
    private final FixedClock clock = FixedClock.at(NOON);
    private final List<Daybook> daybooks = new ArrayList<>();

    /** Returns the daybook of a number: an export of one is imported into the next. */
    private Daybook daybook(int number) {
        while (daybooks.size() <= number) {
            daybooks.add(Daybook.builder(new InMemoryStore())
                    .noEmbedder()
                    .clock(clock)
                    .background(false)
                    .open());
        }
        return daybooks.get(number);
    }

    @AfterEach
    void close() {
        daybooks.forEach(Daybook::close);
        daybooks.clear();
    }

    @Test
    void any_order_of_arrival_gives_what_writing_once_in_order_gives() {
        for (int number = 0; number < ORDERS; number++) {
            if (number % ORDERS_OF_A_STORE == 0) {
                close();
            }
            StatementSequence sequence =
                    new StatementSequence(this::daybook, clock, "u" + number, new Random(seed + number));

            sequence.run();

            assertThat(sequence.facts())
                    .as("seed %d:%n%s", seed + number, sequence)
                    .containsExactlyElementsOf(sequence.factsWrittenOnce());
        }
    }
}
