package dev.daybook.spi;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The result of an observed call.
 *
 * @param count the number of entries read, written or erased; null if unknown or not applicable
 * @param entries the entries: content, which an observer may show on request only
 * @param inputTokens the tokens of a model's prompt; null if unknown
 * @param outputTokens the tokens of a model's answer; null if unknown
 */
public record CallResult(
        @Nullable Long count,
        Supplier<List<ShownEntry>> entries,
        @Nullable Long inputTokens,
        @Nullable Long outputTokens) {

    /** A result without numbers and entries. */
    public static final CallResult PLAIN = new CallResult(null, List::of, null, null);

    /** Creates the result of a call of a memory. */
    public static CallResult of(long count, Supplier<List<ShownEntry>> entries) {
        return new CallResult(count, entries, null, null);
    }

    /** Creates the result of a call of a model. */
    public static CallResult of(ModelAnswer answer) {
        Long tokens = answer.tokens();
        Long input = answer.inputTokens();
        return new CallResult(null, List::of, input, tokens == null || input == null ? null : tokens - input);
    }

    /**
     * An entry of a call.
     *
     * @param id null: a context that is not stored
     * @param score the score of a hit; null for another entry
     */
    public record ShownEntry(
            @Nullable String id, String text, @Nullable Double score) {}
}
