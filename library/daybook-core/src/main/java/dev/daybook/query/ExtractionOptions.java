package dev.daybook.query;

import dev.daybook.model.ImmutableValue;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Options of the extraction of facts by a language model, which reads new messages in windows, one call for each. Rules
 * keep to the same windows in the background.
 * {@link #DEFAULTS} holds the defaults; each method with a parameter returns a copy with one option changed.
 */
public final class ExtractionOptions extends ImmutableValue<ExtractionOptions> {

    /** Windows of 2,000 tokens, read five minutes after the last message. */
    public static final ExtractionOptions DEFAULTS = new ExtractionOptions();

    private int windowTokens = 2_000;
    private Duration idle = Duration.ofMinutes(5);

    private ExtractionOptions() {}

    public int windowTokens() {
        return windowTokens;
    }

    /** Sets the maximum number of tokens of the new messages of a window; 0: each episode by itself. */
    public ExtractionOptions windowTokens(int windowTokens) {
        return with(copy -> copy.windowTokens = windowTokens);
    }

    public Duration idle() {
        return idle;
    }

    /**
     * Sets the time without a new message after which a window is read in the background although it is not full. A
     * consolidation and a caller who waits for derived entries have it read at once.
     */
    public ExtractionOptions idle(Duration idle) {
        return with(copy -> copy.idle = idle);
    }

    @Override
    protected void check() {
        if (windowTokens < 0) {
            throw new IllegalArgumentException("windowTokens is " + windowTokens + "; give 0 or more");
        }
        if (idle.isNegative()) {
            throw new IllegalArgumentException("idle is " + idle + "; give a positive duration or zero");
        }
    }

    @Override
    protected @Nullable Object[] parts() {
        return new @Nullable Object[] {"windowTokens", windowTokens, "idle", idle};
    }
}
