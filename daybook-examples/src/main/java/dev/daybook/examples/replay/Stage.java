package dev.daybook.examples.replay;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.Scopes;
import dev.daybook.data.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The memory that a run is played on, with its clock. One can take the place of another. */
final class Stage implements AutoCloseable {

    /** A step waits for the work that it starts; what takes longer than this has failed. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ScriptedClock clock;
    private Daybook daybook;

    Stage(ScriptedClock clock, Daybook daybook) {
        this.clock = clock;
        this.daybook = daybook;
    }

    ScriptedClock clock() {
        return clock;
    }

    /** Closes the memory and goes on with the one that is opened then. */
    void replace(Supplier<Daybook> next) {
        daybook.close();
        daybook = next.get();
    }

    /** A user's memory; null is whoever has no id, an empty text is a mistake. */
    Memory memory(@Nullable String user) {
        return memory(daybook, user);
    }

    /** The same in a space; null is the default one. */
    Memory memory(@Nullable String space, @Nullable String user) {
        return memory(space == null ? daybook : daybook.space(space), user);
    }

    private static Memory memory(Scopes scopes, @Nullable String user) {
        return user == null ? scopes.anonymous() : scopes.user(user);
    }

    /** The memories that hold something. */
    Stream<Memory> memories() {
        return daybook.list().map(daybook::in);
    }

    /** What the memory warned of since the last call. */
    List<String> warnings() {
        return List.of();
    }

    /** Waits until what was written can be found by meaning too. */
    static String settled(Memory memory, Receipt receipt) {
        Receipt done = memory.await(receipt, PATIENCE);
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
