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
 * One question to the model, and how it went.
 *
 * @param answer the answer; null if it failed
 * @param reason why it failed, in words; holds no text of anybody
 */
record Stage<T>(@Nullable T answer, Failure failure, String reason, long tokens) {

    /** Returns the answer; empty if it failed. */
    Optional<T> value() {
        return Optional.ofNullable(answer);
    }

    /** How it failed, as far as it matters for what to do next. */
    enum Failure {
        NONE,
        /** It answered, or refused this very question: asked again it may well do the same. */
        UNUSABLE,
        /** It did not answer at all: nothing was learnt about the question. */
        AWAY,
        /** It cannot be asked, as with a wrong key: only somebody can change that. */
        BROKEN
    }

    static <T> Stage<T> ask(Asker asker, Prompt prompt, Form<T> form) {
        Answer<T> answer;
        try {
            answer = asker.ask(prompt, form);
        } catch (ModelException failed) {
            Failure failure = failed.trouble() == Trouble.REFUSED ? Failure.UNUSABLE : Failure.BROKEN;
            return new Stage<>(null, failure, failed.trouble().name(), 0);
        }
        return answer.fold(
                value -> new Stage<>(value.get(), Failure.NONE, "", value.tokens()),
                // Only what was answered has cost something.
                failed -> new Stage<>(
                        null, failed.tokens() > 0 ? Failure.UNUSABLE : Failure.AWAY, failed.reason(), failed.tokens()));
    }
}
