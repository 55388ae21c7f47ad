package dev.daybook.data;

import java.util.Locale;

/** How far to believe a text, from the most to the least. A derived entry has the least trust of its sources. */
public enum Trust {
    SYSTEM,
    USER,
    ASSISTANT,
    TOOL,
    IMPORT,
    UNKNOWN;

    /** The trust as it is written outside Java: {@code system}, {@code user}, … */
    public String label() {
        return Labels.label(this);
    }

    /**
     * The most that a message of a role is believed, whatever its episode says: a role that is none of the constants of
     * {@link Message} is {@link #UNKNOWN}.
     */
    public static Trust ofRole(String role) {
        return switch (role.toLowerCase(Locale.ROOT)) {
            case Message.SYSTEM -> SYSTEM;
            case Message.USER -> USER;
            case Message.ASSISTANT -> ASSISTANT;
            case Message.TOOL -> TOOL;
            default -> UNKNOWN;
        };
    }

    /** The lesser of the two. */
    public Trust least(Trust other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /**
     * Reads a {@link #label()}.
     *
     * @throws IllegalArgumentException if there is no such trust; the message lists those there are
     */
    public static Trust of(String label) {
        return Labels.read("trust", values(), label);
    }
}
