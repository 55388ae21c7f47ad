package dev.daybook.outcome;

import dev.daybook.model.MessageRef;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement of a model's answer that became no fact, because its messages do not bear it out. It is what the model
 * wrote and may be wrong in every word.
 *
 * @param sentence the sentence as the model wrote it
 * @param speaker the speaker of the first message; null if it fits no message
 * @param messages the messages that it was checked against, the most important first; empty if it fits none
 * @param reason why it was rejected: the label of the first kind of content that the messages lack, one of
 *     {@code citation}, {@code attribution}, {@code negation}, {@code modality}, {@code number}, {@code date}, {@code name},
 *     {@code words}, see {@link dev.daybook.spi.GroundingPolicy.ContentKind}
 * @param missing what the messages lack, in the order of the sentence: names, numbers, words or the contradicting clause
 * @param rejectedAt the time of the check
 */
public record RejectedStatement(
        String sentence,
        @Nullable String speaker,
        List<MessageRef> messages,
        String reason,
        List<String> missing,
        OffsetDateTime rejectedAt) {

    public RejectedStatement {
        messages = List.copyOf(messages);
        missing = List.copyOf(missing);
    }
}
