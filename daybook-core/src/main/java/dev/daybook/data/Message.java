package dev.daybook.data;

import org.jspecify.annotations.Nullable;

/**
 * What somebody said.
 *
 * @param role who said it, in the terms of chat models: any text, usually one of the constants of this record
 * @param name the speaker, where the role does not say it all ("Caroline"); null if not known
 * @param text what was said; may be empty
 */
public record Message(String role, @Nullable String name, String text) {

    public static final String USER = "user";
    public static final String ASSISTANT = "assistant";
    public static final String SYSTEM = "system";
    public static final String TOOL = "tool";

    /** @throws IllegalArgumentException if role or text is null, or any of them has a lone surrogate */
    public Message {
        Require.text("role", role);
        Require.optionalText("name", name);
        Require.text("text", text);
    }

    /** Returns a message of a role, without the name of a speaker. */
    public static Message of(String role, String text) {
        return new Message(role, null, text);
    }

    public static Message user(String text) {
        return new Message(USER, null, text);
    }

    public static Message assistant(String text) {
        return new Message(ASSISTANT, null, text);
    }

    public static Message system(String text) {
        return new Message(SYSTEM, null, text);
    }

    public static Message tool(String text) {
        return new Message(TOOL, null, text);
    }

    /** Sets the name of the speaker; null: unknown. */
    public Message withName(@Nullable String name) {
        return new Message(role, name, text);
    }

    /** The name if there is one, else the role. */
    public String speaker() {
        return name == null ? role : name;
    }
}
