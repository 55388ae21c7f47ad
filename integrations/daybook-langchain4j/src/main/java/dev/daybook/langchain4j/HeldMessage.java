package dev.daybook.langchain4j;

import dev.daybook.internal.window.StoredForm;
import dev.daybook.internal.window.TurnPlace;
import dev.daybook.model.Message;
import dev.langchain4j.data.message.ChatMessage;

/**
 * A chat message as this process gave it out, with its place in the log. The object itself identifies the place: two
 * equal messages of one window are two objects.
 *
 * @param episode the id of its episode
 * @param stored the message in the log; differs from the recorded form if the secret screen redacted it
 * @param recorded the form in which it was written
 */
record HeldMessage(TurnPlace place, String episode, Message stored, RecordedMessage recorded, ChatMessage chatMessage) {

    HeldMessage with(ChatMessage other) {
        return new HeldMessage(place, episode, stored, recorded, other);
    }

    /** Returns whether a message has the same content. */
    boolean says(RecordedMessage other) {
        return recorded.equals(other) || StoredForm.isOf(stored, other.message());
    }
}
