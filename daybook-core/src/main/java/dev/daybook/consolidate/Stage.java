package dev.daybook.consolidate;

import dev.daybook.ask.Answer;
import dev.daybook.ask.Asker;
import dev.daybook.ask.Form;
import dev.daybook.ask.Prompt;
import dev.daybook.data.ModelException;
import dev.daybook.data.ModelException.Trouble;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One call to the model and its result.
 *
 * @param value the answer; empty if the call failed
 * @param reason the reason of a failure; contains no stored text
 */
record Stage<T>(@Nullable T answer, Failure failure, String reason, long tokens) {

    /** Returns the answer; empty if it failed. */
    Optional<T> value() {
        return Optional.ofNullable(answer);
    }

    /** The kind of a failure, as far as it decides the next action. */
    enum Failure {
        NONE,
        /** The model answered unusably or refused: it may do the same when asked again. */
        UNUSABLE,
        /** The model did not answer. */
        UNAVAILABLE,
        /** The model cannot be called, for instance with a wrong key; only a change of the configuration helps. */
        MISCONFIGURED
    }

    static <T> Stage<T> ask(Asker asker, Prompt prompt, Form<T> form) {
        Answer<T> answer;
        try {
            answer = asker.ask(prompt, form);
        } catch (ModelException failed) {
            // A failure without tokens means that no answer came.
            Failure failure = failed.trouble() == Trouble.REFUSED ? Failure.UNUSABLE : Failure.MISCONFIGURED;
            return new Stage<>(null, failure, failed.trouble().name(), 0);
        }
        return answer.fold(
                value -> new Stage<>(value.get(), Failure.NONE, "", value.tokens()),
                failed -> new Stage<>(
                        null,
                        failed.tokens() > 0 ? Failure.UNUSABLE : Failure.UNAVAILABLE,
                        failed.reason(),
                        failed.tokens()));
    }
}
