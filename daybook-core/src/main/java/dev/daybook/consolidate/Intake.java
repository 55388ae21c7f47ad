package dev.daybook.consolidate;

import dev.daybook.data.Episode;
import dev.daybook.data.Message;
import dev.daybook.data.NewEpisode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Texts that were handed in to become notes, as the log keeps them: an episode with a mark of the library in its metadata,
 * and a message for each text.
 *
 * @param whole whether it is one text that may have to be split
 */
public record Intake(Episode episode, boolean whole) {

    private static final String MARK = NewEpisode.RESERVED + "notes";
    private static final String WHOLE = "text";
    private static final String ITEMS = "items";

    /** A text that is to be split; empty if it is blank. */
    public static Optional<NewEpisode> ofText(String text) {
        return of(List.of(text), WHOLE);
    }

    /** Texts that each stand for themselves, without the blank ones; empty if none is left. */
    public static Optional<NewEpisode> ofItems(List<String> items) {
        return of(items, ITEMS);
    }

    private static Optional<NewEpisode> of(List<String> texts, String mark) {
        List<Message> messages = texts.stream()
                .map(Intake::trimmed)
                .filter(text -> !text.isEmpty())
                .map(Message::user)
                .toList();
        return messages.isEmpty()
                ? Optional.empty()
                : Optional.of(NewEpisode.of(messages).withMetadata(Map.of(MARK, mark)));
    }

    static Optional<Intake> in(Episode episode) {
        Object mark = episode.metadata().get(MARK);
        return mark == null ? Optional.empty() : Optional.of(new Intake(episode, mark.equals(WHOLE)));
    }

    String id() {
        return episode.id();
    }

    List<String> texts() {
        return episode.messages().stream().map(Message::text).toList();
    }

    /** Without white space at the ends, of whatever kind: {@code strip} leaves the spaces that do not break. */
    static String trimmed(String text) {
        int begin = 0;
        int end = text.length();
        while (begin < end && isSpace(text.charAt(begin))) {
            begin++;
        }
        while (begin < end && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(begin, end);
    }

    private static boolean isSpace(char character) {
        return Character.isWhitespace(character) || Character.isSpaceChar(character) || character == '\u0085';
    }
}
