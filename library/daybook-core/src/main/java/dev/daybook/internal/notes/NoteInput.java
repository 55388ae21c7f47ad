package dev.daybook.internal.notes;

import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewNote;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A note input as stored in the log: an episode with a library mark in its metadata and one message per text.
 *
 * @param whole whether it is a single text that may have to be split
 */
public record NoteInput(Episode episode, boolean whole) {

    private static final String MARK = NewEpisode.RESERVED + "notes";
    private static final String DUE = NewEpisode.RESERVED + "notes.due";
    private static final String WHOLE = "text";
    private static final String ITEMS = "items";

    /** Creates the episode of a text to split; empty if the text is blank. */
    public static Optional<NewEpisode> ofText(String text) {
        return of(List.of(text), WHOLE);
    }

    /** Creates the episode of separate texts, without blank ones; empty if none is left. */
    public static Optional<NewEpisode> ofItems(List<String> items) {
        return of(items, ITEMS);
    }

    private static Optional<NewEpisode> of(List<String> texts, String mark) {
        List<Message> messages = texts.stream()
                .map(NoteInput::trimmed)
                .filter(text -> !text.isEmpty())
                .map(Message::user)
                .toList();
        return messages.isEmpty()
                ? Optional.empty()
                : Optional.of(NewEpisode.of(messages).metadata(Map.of(MARK, mark)));
    }

    /** Creates the episode of one note with its times; empty if its text is blank. */
    public static Optional<NewEpisode> of(NewNote note) {
        OffsetDateTime dueAt = note.dueAt();
        return ofItems(List.of(note.text())).map(episode -> {
            Map<String, Object> metadata = new HashMap<>(episode.metadata());
            if (dueAt != null) {
                metadata.put(DUE, dueAt.toString());
            }
            return episode.metadata(metadata).origin(note.origin()).expiresAt(note.expiresAt());
        });
    }

    static Optional<NoteInput> in(Episode episode) {
        Object mark = episode.metadata().get(MARK);
        return mark == null ? Optional.empty() : Optional.of(new NoteInput(episode, mark.equals(WHOLE)));
    }

    String id() {
        return episode.id();
    }

    /** Returns the due time of its note; null: none. */
    @Nullable
    OffsetDateTime dueAt() {
        Object due = episode.metadata().get(DUE);
        return due == null ? null : OffsetDateTime.parse(String.valueOf(due));
    }

    /** Returns whether its note has a time of its own, which no merged note could keep. */
    boolean isTimed() {
        return dueAt() != null || episode.expiresAt() != null;
    }

    List<String> texts() {
        return episode.messages().stream().map(Message::text).toList();
    }

    /** Returns the text without white space at its ends, including no-break spaces, which {@code strip} keeps. */
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
