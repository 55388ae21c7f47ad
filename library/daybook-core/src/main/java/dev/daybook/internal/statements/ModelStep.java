package dev.daybook.internal.statements;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.internal.inference.InferenceResult;
import dev.daybook.internal.inference.ModelCaller;
import dev.daybook.internal.inference.ModelPrompt;
import dev.daybook.internal.inference.OutputForm;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One call to the model and its result.
 *
 * @param answer the answer; null if the call failed
 * @param reason the reason of a failure; contains no stored text
 */
public record ModelStep<T>(@Nullable T answer, Failure failure, String reason, long tokens) {

    /** Returns the answer; empty if it failed. */
    public Optional<T> value() {
        return Optional.ofNullable(answer);
    }

    /** The kind of a failure, as far as it decides the next action. */
    public enum Failure {
        NONE,
        /** The model answered unusably or refused: it may do the same when asked again. */
        UNUSABLE,
        /** The model did not answer. */
        UNAVAILABLE,
        /** The model cannot be called, for instance with a wrong key; only a change of the configuration helps. */
        MISCONFIGURED
    }

    public static <T> ModelStep<T> ask(ModelCaller modelCaller, ModelPrompt prompt, OutputForm<T> form) {
        InferenceResult<T> inferenceResult;
        try {
            inferenceResult = modelCaller.ask(prompt, form);
        } catch (ModelException failed) {
            // A failure without tokens means that no answer came.
            Failure failure = failed.trouble() == Trouble.REFUSED ? Failure.UNUSABLE : Failure.MISCONFIGURED;
            return new ModelStep<>(null, failure, failed.trouble().name(), 0);
        }
        return inferenceResult.fold(
                value -> new ModelStep<>(value.get(), Failure.NONE, "", value.tokens()),
                failed -> new ModelStep<>(
                        null,
                        failed.tokens() > 0 ? Failure.UNUSABLE : Failure.UNAVAILABLE,
                        failed.reason(),
                        failed.tokens()));
    }
}
