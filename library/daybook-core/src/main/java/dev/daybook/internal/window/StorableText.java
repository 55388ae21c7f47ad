package dev.daybook.internal.window;

import dev.daybook.model.Message;
import dev.daybook.model.SizeLimits;
import dev.daybook.model.ToolCall;
import java.util.List;
import java.util.Locale;

/**
 * Shortens what a chat brings to what a memory accepts: half of a surrogate pair, as a text that was cut in an emoji has,
 * becomes U+FFFD, and a text that is too long ends with a remark that states its length. A text without a fault stays the
 * same object.
 */
public final class StorableText {

    private static final char REPLACEMENT = '\uFFFD';

    private StorableText() {}

    /** Returns the text of a message, or the arguments of a call. */
    public static String of(String text) {
        return of(text, SizeLimits.MESSAGE_TEXT);
    }

    /** Returns a question or a prompt: of one that is too long the beginning and the end, which a search reads. */
    public static String question(String text) {
        if (text.length() <= SizeLimits.QUESTION) {
            return whole(text);
        }
        int half = SizeLimits.QUESTION / 2;
        return whole(text.substring(0, half)) + whole(text.substring(text.length() - half));
    }

    /** Returns the name or the id of a tool or a speaker. */
    public static String name(String name) {
        StringBuilder plain = new StringBuilder();
        whole(name)
                .codePoints()
                .limit(SizeLimits.NAME)
                .map(character -> Character.isISOControl(character) ? ' ' : character)
                .forEach(plain::appendCodePoint);
        return plain.toString();
    }

    /** Returns the text with whole characters only. */
    public static String whole(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isPair(text, i)) {
                i++;
            } else if (Character.isSurrogate(text.charAt(i))) {
                return repaired(text, i);
            }
        }
        return text;
    }

    private static String repaired(String text, int from) {
        StringBuilder repaired = new StringBuilder(text);
        for (int i = from; i < repaired.length(); i++) {
            if (isPair(repaired, i)) {
                i++;
            } else if (Character.isSurrogate(repaired.charAt(i))) {
                repaired.setCharAt(i, REPLACEMENT);
            }
        }
        return repaired.toString();
    }

    private static boolean isPair(CharSequence text, int at) {
        return at + 1 < text.length() && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
    }

    /** Shortens the messages of one episode that are too long together, each to an equal part. */
    static List<Message> fitting(List<Message> messages) {
        long characters = messages.stream().mapToLong(StorableText::characters).sum();
        if (characters <= SizeLimits.EPISODE_TEXT) {
            return messages;
        }
        int texts = messages.stream()
                .mapToInt(message -> 1 + message.toolCalls().size())
                .sum();
        return messages.stream()
                .map(message -> shortened(message, SizeLimits.EPISODE_TEXT / texts))
                .toList();
    }

    private static Message shortened(Message message, int most) {
        List<ToolCall> calls = message.toolCalls().stream()
                .map(call -> new ToolCall(call.id(), call.name(), of(call.arguments(), most), call.result()))
                .toList();
        return message.withText(of(message.text(), most)).withToolCalls(calls);
    }

    /** Returns the characters of a message that count for its episode. */
    static long characters(Message message) {
        return message.text().length()
                + message.toolCalls().stream()
                        .mapToLong(call -> call.arguments().length()
                                + (call.result() == null ? 0 : call.result().length()))
                        .sum();
    }

    static String of(String text, int most) {
        if (text.length() <= most) {
            return whole(text);
        }
        String remark = String.format(Locale.ROOT, " [cut here: the text has %,d characters]", text.length());
        int end = Math.max(0, most - remark.length());
        return whole(text.substring(0, end > 0 && isPair(text, end - 1) ? end - 1 : end)) + remark;
    }
}
