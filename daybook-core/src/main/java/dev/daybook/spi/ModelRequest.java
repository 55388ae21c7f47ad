package dev.daybook.spi;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One question to a model. It is complete: nothing of an earlier one is to be remembered.
 *
 * @param system what the model is to do
 * @param user what it is to do it with: data in labelled blocks, see {@link DataBlock}
 * @param mode how it is to be held to JSON; {@link OutputMode#PROMPT} also where plain text is wanted
 * @param wanted the schema of the answer; null if plain text is wanted. The prompt shows it already, because some servers
 *     take a schema and do not mind it
 * @param maxTokens the longest answer, in tokens; 1 or more
 * @param timeout how long the call may take; the library stops waiting soon after
 */
public record ModelRequest(
        String system,
        String user,
        OutputMode mode,
        @Nullable JsonSchema wanted,
        int maxTokens,
        Duration timeout) {

    /** @throws IllegalArgumentException if maxTokens or timeout is not positive, or JSON is wanted without a schema */
    public ModelRequest {
        Objects.requireNonNull(system, "system");
        Objects.requireNonNull(user, "user");
        if (mode != OutputMode.PROMPT && wanted == null) {
            throw new IllegalArgumentException("mode is " + mode + " without a schema; give one, or use PROMPT");
        }
        if (maxTokens < 1) {
            throw new IllegalArgumentException("maxTokens is " + maxTokens + "; give 1 or more");
        }
        if (timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("timeout is " + timeout + "; give a positive duration");
        }
    }

    /** The schema of the answer, if JSON is wanted. */
    public Optional<JsonSchema> schema() {
        return Optional.ofNullable(wanted);
    }

    /** The data of the question, without frame and escapes, in order. */
    public List<DataBlock> blocks() {
        return DataBlock.parse(user);
    }
}
