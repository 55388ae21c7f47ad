package dev.daybook.internal.statements;

import dev.daybook.internal.text.LetterCase;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.MessageRef;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import dev.daybook.spi.GroundingPolicy.SourceMessage;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A message as an extraction window shows it.
 *
 * @param index its place in the episode
 * @param isNew whether facts are extracted from it; others are read for understanding
 */
record WindowMessage(Episode episode, int index, boolean isNew) {

    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");

    /** Lists the messages of an episode that a model reads: what people and assistants said. A secret is never read. */
    static List<WindowMessage> of(Episode episode, boolean isNew) {
        return episode.sensitive()
                ? List.of()
                : IntStream.range(0, episode.messages().size())
                        .mapToObj(index -> new WindowMessage(episode, index, isNew))
                        .filter(message -> message.isSaid() && !message.text().isBlank())
                        .toList();
    }

    private boolean isSaid() {
        return Stream.of(Message.USER, Message.ASSISTANT).anyMatch(message().role()::equals);
    }

    private Message message() {
        return episode.messages().get(index);
    }

    String text() {
        return message().shownText();
    }

    String speaker() {
        return message().speaker();
    }

    Trust trust() {
        return episode.trustOf(index);
    }

    SourceMessage source() {
        return SourceMessage.of(message(), episode.occurredAt());
    }

    EntryRef entry(Scope scope) {
        return new EntryRef(scope, Kind.EPISODE, episode.id());
    }

    MessageRef ref(Scope scope) {
        return new MessageRef(entry(scope), index);
    }

    /** Tests whether the message contains these words, one after the other. */
    boolean says(String words) {
        String plain = plain(words);
        return !plain.isBlank() && plain(text()).contains(plain);
    }

    /** Returns the words of a text in small letters, with a space before and behind each. */
    static String plain(String text) {
        return Stream.of(NO_WORD.split(LetterCase.lower(text)))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(" ", " ", " "));
    }
}
