package dev.daybook.contract;

import static dev.daybook.contract.MemoryContract.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.LocalDaybook;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.testkit.FixedClock;
import java.util.function.UnaryOperator;

/** Two daybooks over one store, as two processes have them, on one clock. */
final class ProcessPair implements AutoCloseable {

    static final Scope ADA = new Scope.User(Space.DEFAULT, "ada");
    static final Scope SHARED = new Scope.Shared(Space.DEFAULT);

    final InMemoryStore store = new InMemoryStore();
    final FixedClock clock = FixedClock.at(NOON);
    final ProcessStore firstStore = new ProcessStore(store);
    final ProcessStore secondStore = new ProcessStore(store);
    final LocalDaybook first;
    final Daybook second;
    private final UnaryOperator<DaybookBuilder> parts;

    ProcessPair(UnaryOperator<DaybookBuilder> parts) {
        this.parts = parts;
        first = open(firstStore);
        second = open(secondStore);
    }

    /** Opens the daybook of one more process. */
    LocalDaybook open(ProcessStore handle) {
        return parts.apply(Daybook.builder(handle).clock(clock).noEmbedder()).open();
    }

    /** Creates the audit keys: the first writes of two processes conflict in any case, as both create the key. */
    void begin() {
        first.user("ada").session("begun").change(options -> options.name("a session"));
        first.space(Space.DEFAULT.id()).shared().session("begun").change(options -> options.name("a session"));
    }

    @Override
    public void close() {
        assertThat(firstStore.isWaiting()).as("a planned call has not come").isFalse();
        assertThat(secondStore.isWaiting()).isFalse();
        first.close();
        second.close();
        store.close();
    }
}
