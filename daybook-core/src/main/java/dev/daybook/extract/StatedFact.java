package dev.daybook.extract;

import dev.daybook.data.Bounds;
import dev.daybook.data.Message;
import java.util.ArrayList;
import java.util.List;

/**
 * A fact that a user plainly stated of himself.
 *
 * @param subject the speaker's name, or {@code user} if it is not known
 * @param object as it was written
 * @param message index of the message
 * @param sentence the sentence it is from
 */
public record StatedFact(String subject, Predicate predicate, String object, int message, String sentence) {

    /**
     * The name, home, job and preferences that users state of themselves in the first person, in order. Made to be right
     * rather than complete: nothing is taken from a sentence that asks, denies, wishes, quotes, reports, compares or
     * qualifies, nor from a message that is about texts (a story, a translation); nor of anything in the past.
     */
    public static List<StatedFact> of(List<Message> messages) {
        List<StatedFact> facts = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            // A name from before names were bounded may be too long to be a subject.
            if (!message.role().equals(Message.USER) || message.speaker().length() > Bounds.NAME) {
                continue;
            }
            for (String sentence : PlainStatements.of(message.text())) {
                for (FactPattern.Match match : FactPattern.matches(sentence)) {
                    facts.add(new StatedFact(message.speaker(), match.predicate(), match.object(), i, sentence));
                }
            }
        }
        return facts.stream().distinct().toList();
    }
}
