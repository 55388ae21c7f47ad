package dev.daybook.consolidate;

import dev.daybook.ask.Answer;
import dev.daybook.ask.Asker;
import dev.daybook.ask.Form;
import dev.daybook.ask.Prompt;
import dev.daybook.data.ModelException;
import dev.daybook.data.ModelException.Trouble;
import java.util.Optional;

/**
 * One call to the model and its result.
 *
 * @param value the answer; empty if the call failed
 * @param reason the reason of a failure; contains no stored text
 */
record Stage<T>(Optional<T> value, Failure failure, String reason, long tokens) {

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
            Failure failure = failed.trouble() == Trouble.REFUSED ? Failure.UNUSABLE : Failure.MISCONFIGURED;
            return new Stage<>(Optional.empty(), failure, failed.trouble().name(), 0);
        }
        return answer.match(
                value -> new Stage<>(Optional.of(value.get()), Failure.NONE, "", value.tokens()),
                // A failure without tokens means that no answer came.
                failed -> new Stage<>(
                        Optional.empty(),
                        failed.tokens() > 0 ? Failure.UNUSABLE : Failure.UNAVAILABLE,
                        failed.reason(),
                        failed.tokens()));
    }
}
