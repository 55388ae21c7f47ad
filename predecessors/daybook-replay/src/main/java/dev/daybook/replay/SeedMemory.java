package dev.daybook.replay;

import java.io.IOException;
import java.util.Map;

/** A memory whose runs were recorded: its operations by name, over a memory of ours. */
interface SeedMemory extends AutoCloseable {

    /** The memory under the operations of a seed. */
    ReplayStage stage();

    Map<String, SeedOperation> operations();

    @Override
    default void close() throws IOException {
        stage().close();
    }
}
