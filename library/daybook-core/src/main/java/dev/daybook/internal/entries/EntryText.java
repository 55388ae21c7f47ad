package dev.daybook.internal.entries;

import dev.daybook.internal.text.NearEqualForm;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.MediaPart;
import dev.daybook.model.Message;
import dev.daybook.model.Note;
import dev.daybook.model.Statement;
import dev.daybook.model.Summary;
import dev.daybook.model.ToolCall;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text of an entry with its speakers, for a comparison. Near-equal entries have equal texts: an episode says the same as another if all its
 * messages do, because one of the others may be the answer that is asked for. Decision 154.
 *
 * @param parts the {@link NearEqualForm} of each text, with all that tells it from the same words of someone else or of
 *     another time
 */
public record EntryText(List<?> parts) {

    /** A text of so few words may mean something else as the answer to another question. */
    private static final int SHORT = 3;

    /** The text of one message with its speaker. */
    public record MessageText(
            String role,
            @Nullable String name,
            String form,
            List<MediaPart> parts,
            List<ToolCall> toolCalls,
            @Nullable String toolCallId) {

        public static MessageText of(Message message) {
            return new MessageText(
                    message.role(),
                    message.name(),
                    NearEqualForm.of(message.text()),
                    message.parts(),
                    message.toolCalls(),
                    message.toolCallId());
        }

        /** Returns whether the message has so few words that it says something else as the answer to another question. */
        public boolean isShort() {
            return EntryText.isShort(form);
        }
    }

    public static EntryText of(Entry entry) {
        if (entry instanceof Episode episode) {
            return new EntryText(
                    episode.messages().stream().map(MessageText::of).toList());
        }
        if (entry instanceof Fact fact) {
            Statement statement = fact.statement();
            return new EntryText(Arrays.asList(
                    NearEqualForm.of(fact.sentence()),
                    fact.validUntil(),
                    statement == null ? null : statement.speaker(),
                    statement == null ? null : statement.grounding()));
        }
        String form = NearEqualForm.of(entry.text());
        if (entry instanceof Note note) {
            return new EntryText(Arrays.asList(form, note.dueAt()));
        }
        return new EntryText(entry instanceof Summary summary ? List.of(summary.level(), form) : List.of(form));
    }

    /** Returns whether the entry is an episode that begins with a message of few words. */
    public boolean beginsShort() {
        return !parts.isEmpty() && parts.get(0) instanceof MessageText first && first.isShort();
    }

    /** Chinese, Japanese and Thai have no spaces, and a word has one or two letters. */
    private static boolean isShort(String form) {
        int words = 1 + (int) form.chars().filter(letter -> letter == ' ').count();
        int letters = (int) form.codePoints().filter(Character::isIdeographic).count();
        return Math.max(words, letters) <= SHORT;
    }
}
