package dev.daybook.replay;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An operation of a seed, run on Daybook. */
@FunctionalInterface
interface SeedOperation {

    /** Its result, in maps, lists, texts, numbers and booleans; null if it has none. */
    @Nullable
    Object run(StepArguments arguments) throws IOException;
}
