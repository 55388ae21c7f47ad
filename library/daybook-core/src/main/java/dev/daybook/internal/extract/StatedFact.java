package dev.daybook.internal.extract;

import dev.daybook.model.Message;
import dev.daybook.model.SizeLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A fact that users plainly state of themselves.
 *
 * @param subject the name of the speaker, or {@code user} if unknown
 * @param object as written
 * @param message the index of the message
 * @param sentence the sentence with the fact
 */
public record StatedFact(String subject, FactPredicate predicate, String object, int message, String sentence) {

    /** An episode that states more is a list, and each fact costs about a millisecond to write. */
    static final int MAX = 1_000;

    /**
     * Extracts name, home, job and preferences from first-person statements, in order. Favours precision over recall:
     * skips sentences that ask, deny, wish, quote, report, compare or qualify, sentences about the past, and messages
     * about texts (a story, a translation).
     *
     * @param messages those of one episode; {@link RuleInput} is read, and at most {@link #MAX} facts are found
     */
    public static List<StatedFact> of(List<Message> messages) {
        return read(
                messages,
                message -> PlainStatements.of(message).stream(),
                sentence -> FactPattern.matches(sentence).stream());
    }

    /** Extracts homes and jobs that users say have ended, in order. The replacement is not part of the result. */
    public static List<StatedFact> over(List<Message> messages) {
        return read(
                messages,
                message -> PlainStatements.sentences(message).stream(),
                sentence -> FactEnd.in(sentence).stream());
    }

    private static List<StatedFact> read(
            List<Message> episode,
            Function<String, Stream<String>> sentences,
            Function<String, Stream<FactPattern.Match>> matches) {
        List<Message> messages = RuleInput.of(episode);
        List<StatedFact> facts = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            // A name from before names were bounded may be too long for a subject.
            if (!message.role().equals(Message.USER) || message.speaker().length() > SizeLimits.NAME) {
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
        return facts.stream().distinct().limit(MAX).toList();
    }
}
