package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A message of an episode: its text, the tool calls that it makes or answers, and references to media. A tool exchange
 * is an assistant message with tool calls, followed by one tool message for each call, which names the id of that call.
 *
 * @param role the role in terms of chat models: any text, usually one of the constants of this record
 * @param name the name of the speaker, if the role alone is ambiguous ("Caroline"); null if unknown
 * @param text may be empty
 * @param toolCalls the tools that this message calls, in order; empty for most messages
 * @param toolCallId the id of the tool call that this message answers; null: none
 * @param parts the images, recordings, videos and files beside the text, in order; empty for most messages
 */
public record Message(
        String role,
        @Nullable String name,
        String text,
        List<ToolCall> toolCalls,
        @Nullable String toolCallId,
        List<MediaPart> parts) {

    public static final String USER = "user";
    public static final String ASSISTANT = "assistant";
    public static final String SYSTEM = "system";
    public static final String TOOL = "tool";

    /**
     * @throws IllegalArgumentException if role, text, a list or an element of it is null, or any text has a lone
     *     surrogate
     */
    public Message {
        ArgumentChecks.text("role", role);
        ArgumentChecks.optionalText("name", name);
        ArgumentChecks.text("text", text);
        toolCalls = ArgumentChecks.list("toolCalls", toolCalls);
        ArgumentChecks.optionalText("toolCallId", toolCallId);
        parts = ArgumentChecks.list("parts", parts);
    }

    /** Creates a message without parts. */
    public Message(
            String role, @Nullable String name, String text, List<ToolCall> toolCalls, @Nullable String toolCallId) {
        this(role, name, text, toolCalls, toolCallId, List.of());
    }

    /** Creates a message that neither calls a tool nor answers a call. */
    public Message(String role, @Nullable String name, String text) {
        this(role, name, text, List.of(), null);
    }

    /** Creates a message of a role, without the name of a speaker. */
    public static Message of(String role, String text) {
        return new Message(role, null, text);
    }

    /** Creates a message of the user. */
    public static Message user(String text) {
        return new Message(USER, null, text);
    }

    /** Creates a message of the assistant. */
    public static Message assistant(String text) {
        return new Message(ASSISTANT, null, text);
    }

    /** Creates a system message. */
    public static Message system(String text) {
        return new Message(SYSTEM, null, text);
    }

    /** Creates a tool message that names no call. */
    public static Message tool(String text) {
        return new Message(TOOL, null, text);
    }

    /** Creates a tool message that answers a call of an earlier message. */
    public static Message toolResult(String toolCallId, String text) {
        return tool(text).answering(toolCallId);
    }

    /** Returns a copy with another name of the speaker. */
    public Message withName(@Nullable String name) {
        return new Message(role, name, text, toolCalls, toolCallId, parts);
    }

    /** Returns a copy with another text. */
    public Message withText(String text) {
        return new Message(role, name, text, toolCalls, toolCallId, parts);
    }

    /** Returns a copy with other parts, in order. */
    public Message withParts(List<MediaPart> parts) {
        return new Message(role, name, text, toolCalls, toolCallId, parts);
    }

    /** Returns a copy with other parts, in order. */
    public Message withParts(MediaPart... parts) {
        return withParts(Stream.of(parts).toList());
    }

    /** Returns a copy that calls other tools, in order. */
    public Message withToolCalls(List<ToolCall> toolCalls) {
        return new Message(role, name, text, toolCalls, toolCallId, parts);
    }

    /** Returns a copy that calls other tools, in order. */
    public Message withToolCalls(ToolCall... toolCalls) {
        return withToolCalls(Stream.of(toolCalls).toList());
    }

    /** Returns a copy that answers the tool call with an id; null: no call. */
    public Message answering(@Nullable String toolCallId) {
        return new Message(role, name, text, toolCalls, toolCallId, parts);
    }

    /** Returns the name, or else the role, or else "unknown"; one that is blank does not count. */
    public String speaker() {
        String speaker = name == null || name.isBlank() ? role : name;
        return speaker.isBlank() ? "unknown" : speaker;
    }

    /**
     * Returns the message as search, language models and contexts read it: the text, then each part with its name and
     * caption: {@code Look at this [image: harbour.jpg: The harbour at dusk]}.
     */
    public String shownText() {
        return parts.isEmpty()
                ? text
                : Stream.concat(Stream.of(text), parts.stream().map(MediaPart::shownText))
                        .filter(shown -> !shown.isEmpty())
                        .collect(Collectors.joining(" "));
    }

    /** Returns whether this message calls a tool or answers a call. */
    public boolean hasTools() {
        return !toolCalls.isEmpty() || toolCallId != null;
    }

    /** Returns whether this message has neither text nor parts nor tool calls and answers no call. */
    public boolean isEmpty() {
        return text.isEmpty() && parts.isEmpty() && !hasTools();
    }
}
