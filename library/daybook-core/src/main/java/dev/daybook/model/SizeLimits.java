package dev.daybook.model;

import dev.daybook.error.RefusedTextException;
import dev.daybook.internal.checks.ArgumentChecks;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The maximum sizes of writes and queries, checked on entry. Larger entries of an earlier version are read, recalled,
 * exported and forgotten like others, but cannot be imported again. A violation is a {@link RefusedTextException} that
 * names the argument and its size, and changes nothing; a retry does not help.
 *
 * <p>Characters are chars of Java (UTF-16); names and ids are counted in code points.
 */
public final class SizeLimits {

    /**
     * Code points of a role, a speaker, a writer, a subject, a predicate, a session name, and the name or id of a tool
     * call: the limit of an id.
     */
    public static final int NAME = ArgumentChecks.MAX_ID_LENGTH;

    /** Characters of the text of one message: twice the length of a book of 400 pages. */
    public static final int MESSAGE_TEXT = 2_000_000;

    /** Messages of one episode, and of one statement. */
    public static final int MESSAGES = 10_000;

    /** Tool calls of one episode, including the tool calls of its messages. */
    public static final int TOOL_CALLS = 1_000;

    /** Parts of the messages of one episode. */
    public static final int PARTS = 1_000;

    /** Characters of the caption of a part: some pages. A transcript is the text of a message. */
    public static final int CAPTION = 10_000;

    /** Characters of the address of a part: the longest that servers and browsers have in common. */
    public static final int URI = 8_000;

    /**
     * Characters of one episode: the texts of its messages, the captions of their parts, and the arguments and results of
     * its tool calls, together.
     */
    public static final int EPISODE_TEXT = 4_000_000;

    /** Proposed episodes of one key that wait for a review in one scope. */
    public static final int WAITING_PROPOSALS = 1_000;

    /** Ids of one selection: an erasure of these reads the derived entries of the scope once. */
    public static final int SELECTED_IDS = 1_000;

    /** Names in the metadata of one episode. */
    public static final int METADATA_NAMES = 1_000;

    /** Characters of the metadata of one episode: names and texts together. */
    public static final int METADATA_TEXT = 250_000;

    /** Characters of the object of a fact, and of the sentence of its statement. */
    public static final int FACT_OBJECT = 100_000;

    /** Characters of a note, a block or a summary. */
    public static final int TEXT = 1_000_000;

    /**
     * Characters of a question, or of the prompt of a context. A search uses only the beginning and the end of a text
     * longer than {@link #SEARCHED}.
     */
    public static final int QUESTION = 1_000_000;

    /**
     * Characters of a question that are searched by words, half of them from its beginning and half from its end.
     */
    public static final int SEARCHED = 8_000;

    /**
     * Characters of a question that are embedded, half of them from its beginning and half from its end. The bundled
     * embedder reads some 1,000 characters at a time, and 8,000 took it 0.6 s to 0.8 s, close to the limit of a question.
     */
    public static final int EMBEDDED = 2_000;

    /** The years of a time: those that ISO 8601 writes with four digits, and other programs can read. */
    public static final int FIRST_YEAR = 1;

    public static final int LAST_YEAR = 9999;

    /** Characters of the text of a literal search ({@link dev.daybook.query.Query.By#TEXT}). */
    public static final int LITERAL = 1_000;

    private SizeLimits() {}

    /**
     * Rejects a text that is too long.
     *
     * @throws RefusedTextException if it has more characters than the bound
     */
    public static void check(String argument, @Nullable String text, int most) {
        if (text != null) {
            check(argument, text.length(), "characters", most);
        }
    }

    /**
     * Rejects an exported entry that is larger than the limits of a write.
     *
     * @throws RefusedTextException if a part of the entry exceeds its limit
     * @throws IllegalArgumentException if one of its times is out of range
     */
    public static void check(Entry entry) {
        time("occurredAt", entry.occurredAt());
        time("recordedAt", entry.recordedAt());
        time("expiresAt", entry.expiresAt());
        if (entry instanceof Fact fact) {
            fact(fact.subject(), fact.predicate(), fact.object(), fact.origin());
            statement(fact.statement());
            time("validUntil", fact.validUntil());
        } else if (entry instanceof Episode episode) {
            episode(episode.messages(), episode.standaloneToolCalls(), episode.metadata(), episode.origin());
        } else {
            check(entry.kind().label() + " text", entry.text(), TEXT);
            if (entry instanceof Note note) {
                time("dueAt", note.dueAt());
            }
        }
    }

    /**
     * Rejects a time that other programs could not read, and truncates it to the precision of every store.
     *
     * @throws IllegalArgumentException if its year in UTC is not between {@value #FIRST_YEAR} and {@value #LAST_YEAR}
     */
    public static @Nullable OffsetDateTime time(String argument, @Nullable OffsetDateTime value) {
        if (value == null) {
            return null;
        }
        checkYear(argument, value, value.toInstant());
        return ArgumentChecks.time(argument, value);
    }

    /** Rejects and truncates an instant as {@link #time(String, OffsetDateTime)}. */
    public static @Nullable Instant time(String argument, @Nullable Instant value) {
        if (value == null) {
            return null;
        }
        checkYear(argument, value, value);
        return ArgumentChecks.time(argument, value);
    }

    private static void checkYear(String argument, Object value, Instant instant) {
        if (!ArgumentChecks.isInYears(instant)) {
            throw new IllegalArgumentException(
                    argument + " is " + value + "; use a time between the years 0001 and " + LAST_YEAR + " in UTC");
        }
    }

    static void episode(
            List<Message> messages,
            List<ToolCall> standaloneCalls,
            Map<String, Object> metadata,
            @Nullable Origin origin) {
        List<ToolCall> calls = new ArrayList<>(standaloneCalls);
        messages.forEach(message -> calls.addAll(message.toolCalls()));
        check("messages", messages.size(), "elements", MESSAGES);
        check("toolCalls", calls.size(), "elements", TOOL_CALLS);
        check("metadata", metadata.size(), "names", METADATA_NAMES);
        check("metadata", metadataCharacters(metadata), "characters", METADATA_TEXT);
        long characters = 0;
        long parts = 0;
        for (Message message : messages) {
            ArgumentChecks.name("role", message.role());
            ArgumentChecks.name("name", message.name());
            ArgumentChecks.name("tool call id", message.toolCallId());
            check("message text", message.text(), MESSAGE_TEXT);
            characters += message.text().length() + parts(message.parts());
            parts += message.parts().size();
        }
        check("parts", parts, "elements", PARTS);
        for (ToolCall call : calls) {
            ArgumentChecks.name("tool call id", call.id());
            ArgumentChecks.name("tool name", call.name());
            characters += call.arguments().length()
                    + (call.result() == null ? 0 : call.result().length());
        }
        check("the episode", characters, "characters", EPISODE_TEXT);
        origin(origin);
    }

    /** Returns the characters of the captions. */
    private static long parts(List<MediaPart> parts) {
        long characters = 0;
        for (MediaPart part : parts) {
            ArgumentChecks.name("part name", part.name());
            check("part uri", part.uri(), URI);
            check("caption", part.caption(), CAPTION);
            characters += part.caption() == null ? 0 : part.caption().length();
        }
        return characters;
    }

    private static long metadataCharacters(Map<String, Object> metadata) {
        long characters = 0;
        for (Map.Entry<String, Object> entry : metadata.entrySet()) {
            characters += entry.getKey().length() + (entry.getValue() instanceof String text ? text.length() : 0);
        }
        return characters;
    }

    static void fact(String subject, String predicate, String object, @Nullable Origin origin) {
        ArgumentChecks.length("subject", subject);
        ArgumentChecks.length("predicate", predicate);
        check("object", object, FACT_OBJECT);
        origin(origin);
    }

    static void statement(@Nullable Statement statement) {
        if (statement != null) {
            check("sentence", statement.sentence(), FACT_OBJECT);
            ArgumentChecks.name("speaker", statement.speaker());
            ArgumentChecks.name("timePhrase", statement.timePhrase());
            check("messages", statement.messages().size(), "elements", MESSAGES);
        }
    }

    static void origin(@Nullable Origin origin) {
        if (origin != null) {
            ArgumentChecks.name("origin writer", origin.writer());
        }
    }

    private static void check(String argument, long size, String unit, long most) {
        if (size > most) {
            throw new RefusedTextException(
                    String.format(Locale.ROOT, "%s has %,d %s; use at most %,d", argument, size, unit, most));
        }
    }
}
