package dev.daybook.extract;

import dev.daybook.data.Bounds;
import dev.daybook.data.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

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
        return read(
                messages,
                message -> PlainStatements.of(message).stream(),
                sentence -> FactPattern.matches(sentence).stream());
    }

    /** What users say of themselves that is over, in order: a home or a job. It does not say what is so instead. */
    public static List<StatedFact> over(List<Message> messages) {
        return read(
                messages,
                message -> PlainStatements.sentences(message).stream(),
                sentence -> FactEnd.in(sentence).stream());
    }

    private static List<StatedFact> read(
            List<Message> messages,
            Function<String, Stream<String>> sentences,
            Function<String, Stream<FactPattern.Match>> matches) {
        List<StatedFact> facts = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            // A name from before names were bounded may be too long to be a subject.
            if (!message.role().equals(Message.USER) || message.speaker().length() > Bounds.NAME) {
                continue;
            }
            int index = i;
            sentences
                    .apply(message.text())
                    .flatMap(sentence -> matches.apply(sentence)
                            .map(match -> new StatedFact(
                                    message.speaker(), match.predicate(), match.object(), index, sentence)))
                    .forEach(facts::add);
        }
        return facts.stream().distinct().toList();
    }
}
