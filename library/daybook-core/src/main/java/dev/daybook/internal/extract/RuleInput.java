package dev.daybook.internal.extract;

import dev.daybook.model.Message;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of an episode or a text that rules read. Reading costs some microseconds a character, and a key with the right
 * {@code write} may send millions: so the rules read the beginning, to the end of a sentence.
 */
public final class RuleInput {

    /** A hundred pages. Rules read as much in less than a second of processor time. */
    public static final int MAX_CHARACTERS = 200_000;

    /** A longer sentence is cut anyway; see {@link SentenceSplitter}. */
    private static final int MAX_SENTENCE_LENGTH = 2 * SentenceSplitter.MAX_CHARACTERS;

    private static final String ENDS = ".!?…。！？\n";

    private RuleInput() {}

    /** Returns the messages of an episode to read, with the last one cut if they are too long together. */
    public static List<Message> of(List<Message> messages) {
        List<Message> read = new ArrayList<>();
        int left = MAX_CHARACTERS;
        for (Message message : messages) {
            if (left <= 0) {
                break;
            }
            read.add(message.text().length() <= left ? message : cut(message, left));
            left -= message.text().length();
        }
        return read;
    }

    /** Returns the beginning of a text. */
    public static String of(String text) {
        return beginning(text, MAX_CHARACTERS);
    }

    private static Message cut(Message message, int most) {
        return message.withText(beginning(message.text(), most));
    }

    private static String beginning(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        for (int end = most; end > Math.max(0, most - MAX_SENTENCE_LENGTH); end--) {
            if (ENDS.indexOf(text.charAt(end - 1)) >= 0) {
                return text.substring(0, end);
            }
        }
        return text.substring(0, Character.isLowSurrogate(text.charAt(most)) ? most - 1 : most);
    }
}
