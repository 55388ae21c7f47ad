package dev.daybook.spi;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A self-contained request to a model: it depends on no earlier one.
 *
 * @param system the instructions
 * @param user the data in labelled blocks, each between {@code <name>} and {@code </name>}, in which every {@code <} is escaped
 * @param mode the way to enforce JSON; {@link OutputMode#PROMPT} also for plain text
 * @param wanted the schema of the answer; null for plain text. The prompt contains it too, because some servers accept
 * a schema and ignore it
 * @param maxTokens the limit of the answer in tokens; 1 or more
 * @param timeout the limit of the call; the library stops waiting soon after
 */
public record ModelRequest(
        String system,
        String user,
        OutputMode mode,
        @Nullable JsonSchema wanted,
        int maxTokens,
        Duration timeout) {

    /**
     * @throws IllegalArgumentException if maxTokens or timeout is not positive, or JSON is requested without a schema
     */
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

    /** Returns the schema of the answer, if JSON is requested. */
    public Optional<JsonSchema> schema() {
        return Optional.ofNullable(wanted);
    }
}
