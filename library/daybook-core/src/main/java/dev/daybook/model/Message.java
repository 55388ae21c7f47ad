package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A message of an episode: its text, and the tool calls that it makes or answers. A tool exchange is an assistant
 * message with tool calls, followed by one tool message for each call, which names the id of that call.
 *
 * @param role the role in terms of chat models: any text, usually one of the constants of this record
 * @param name the name of the speaker, if the role alone is ambiguous ("Caroline"); null if unknown
 * @param text may be empty
 * @param toolCalls the tools that this message calls, in order; empty for most messages
 * @param toolCallId the id of the tool call that this message answers; null: none
 */
public record Message(
        String role,
        @Nullable String name,
        String text,
        List<ToolCall> toolCalls,
        @Nullable String toolCallId) {

    public static final String USER = "user";
    public static final String ASSISTANT = "assistant";
    public static final String SYSTEM = "system";
    public static final String TOOL = "tool";

    /**
     * @throws IllegalArgumentException if role, text or toolCalls is null, a call is null, or any text has a lone
     *     surrogate
     */
    public Message {
        ArgumentChecks.text("role", role);
        ArgumentChecks.optionalText("name", name);
        ArgumentChecks.text("text", text);
        toolCalls = ArgumentChecks.list("toolCalls", toolCalls);
        ArgumentChecks.optionalText("toolCallId", toolCallId);
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
        return new Message(role, name, text, toolCalls, toolCallId);
    }

    /** Returns a copy that calls other tools, in order. */
    public Message withToolCalls(List<ToolCall> toolCalls) {
        return new Message(role, name, text, toolCalls, toolCallId);
    }

    /** Returns a copy that calls other tools, in order. */
    public Message withToolCalls(ToolCall... toolCalls) {
        return withToolCalls(Stream.of(toolCalls).toList());
    }

    /** Returns a copy that answers the tool call with an id; null: no call. */
    public Message answering(@Nullable String toolCallId) {
        return new Message(role, name, text, toolCalls, toolCallId);
    }

    /** Returns the name, or else the role. */
    public String speaker() {
        return name == null ? role : name;
    }

    /** Returns whether this message calls a tool or answers a call. */
    public boolean hasTools() {
        return !toolCalls.isEmpty() || toolCallId != null;
    }

    /** Returns whether this message has neither text nor tool calls and answers no call. */
    public boolean isEmpty() {
        return text.isEmpty() && !hasTools();
    }
}
