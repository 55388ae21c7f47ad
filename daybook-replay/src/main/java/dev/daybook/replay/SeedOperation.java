package dev.daybook.replay;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What an operation of a seed is here. */
@FunctionalInterface
interface SeedOperation {

    /** Its result, in maps, lists, texts, numbers and booleans; null if it has none. */
    @Nullable
    Object run(StepArguments arguments) throws IOException;
}
