package dev.daybook.spring;

import java.util.Objects;

/**
 * A failure of the memory during a chat: the store fails, or the memory refuses a text
 * ({@link dev.daybook.error.RefusedTextException}). {@link DaybookAutoConfiguration} publishes it as an application event:
 * {@code @EventListener void failed(ChatFailure failure)}.
 *
 * @param step the work that was not done
 * @param cause the exception of the memory; contains no text of the chat
 */
public record ChatFailure(Step step, RuntimeException cause) {

    public ChatFailure {
        Objects.requireNonNull(step, "step");
        Objects.requireNonNull(cause, "cause");
    }

    /** The work of {@link DaybookAdvisor} that can fail. */
    public enum Step {
        /** The model was asked without a context of the memory. */
        RECALL("the memory was not recalled for a chat"),
        /** A message of the user or an answer is not in the log. */
        REMEMBER("a message of a chat was not remembered");

        private final String consequence;

        Step(String consequence) {
            this.consequence = consequence;
        }

        String consequence() {
            return consequence;
        }
    }
}
