package dev.daybook.replay;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.Memory;
import dev.daybook.MemorySpace;
import dev.daybook.model.Entry;
import dev.daybook.model.Space;
import dev.daybook.outcome.Event;
import dev.daybook.outcome.Receipt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The memory that a run is played on, with its clock. One can take the place of another. */
final class ReplayStage implements AutoCloseable {

    /** A step waits for the work that it starts; longer work has failed. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ScriptedClock clock;
    private final Queue<String> warnings = new ConcurrentLinkedQueue<>();
    private Daybook daybook;

    /** Opens a memory that goes by the clock and is heard on the stage. */
    ReplayStage(ScriptedClock clock, DaybookBuilder memory) {
        this.clock = clock;
        this.daybook = open(memory);
    }

    ScriptedClock clock() {
        return clock;
    }

    private Daybook open(DaybookBuilder memory) {
        return memory.clock(clock).listener(this::hear).open();
    }

    private void hear(Event event) {
        if (event instanceof Event.AnonymousRecall recall) {
            warnings.add("recall of " + recall.kind().label() + "s without a user, while users have some");
        }
    }

    /** Closes the memory and goes on with another. */
    void replace(DaybookBuilder next) {
        daybook.close();
        daybook = open(next);
    }

    /** Returns the memory of a user; null is the anonymous scope, an empty text is a mistake. */
    Memory memory(@Nullable String user) {
        return memory(null, user);
    }

    /** The same in a space; null is the default one. */
    Memory memory(@Nullable String space, @Nullable String user) {
        MemorySpace place = space(space == null ? Space.DEFAULT.id() : space);
        return user == null ? place.anonymous() : place.user(user);
    }

    /** A space of the memory. */
    MemorySpace space(String id) {
        return daybook.space(id);
    }

    /** The memories that hold something. */
    Stream<Memory> memories() {
        MemorySpace space = space(Space.DEFAULT.id());
        return space.scopes().map(space::memory);
    }

    /** Returns the warnings of the memory since the last call. */
    List<String> warnings() {
        List<String> heard = new ArrayList<>();
        for (String warning = warnings.poll(); warning != null; warning = warnings.poll()) {
            heard.add(warning);
        }
        return heard;
    }

    /** Waits until all entries have vectors. */
    static void settled(Memory memory, Entry entry) {
        settled(
                memory,
                new Receipt(
                        entry.id(),
                        entry.position(),
                        entry.revision(),
                        true,
                        Receipt.Progress.DONE,
                        Receipt.Progress.PENDING,
                        Receipt.Progress.OFF));
    }

    static String settled(Memory memory, Receipt receipt) {
        Receipt done = memory.operations().await(receipt, PATIENCE);
        if (done.vector() == Receipt.Progress.PENDING) {
            throw new IllegalStateException("the vector of '" + receipt.id() + "' is not there after " + PATIENCE);
        }
        return done.id();
    }

    @Override
    public void close() {
        daybook.close();
    }
}
