package dev.daybook.model;

import dev.daybook.internal.checks.EnumLabels;
import dev.daybook.internal.text.LetterCase;

/** The levels of trust in a text, from the most to the least. A derived entry has the least trust of its sources. */
public enum Trust {
    SYSTEM,
    USER,
    ASSISTANT,
    TOOL,
    IMPORT,
    UNKNOWN;

    /** Returns the name of the level in JSON and on the command line: {@code system}, {@code user}, … */
    public String label() {
        return EnumLabels.label(this);
    }

    /**
     * Returns the most trust that a message of a role can have, whatever its episode states: {@link #UNKNOWN} for a
     * role that is not a constant of {@link Message}.
     */
    public static Trust ofRole(String role) {
        return switch (LetterCase.lower(role)) {
            case Message.SYSTEM -> SYSTEM;
            case Message.USER -> USER;
            case Message.ASSISTANT -> ASSISTANT;
            case Message.TOOL -> TOOL;
            default -> UNKNOWN;
        };
    }

    /**
     * Returns the label of a message of this trust wherever the message is shown: {@code [trust: tool]}, or an empty text
     * if its role tells the trust. A message has a label if it has less trust than an assistant, or less than its role
     * claims, such as words that an agent reports in the role of the user. The label stands before the speaker, outside
     * the stored text.
     */
    public String labelBeside(String role) {
        return isBelow(ASSISTANT) || isBelow(ofRole(role)) ? inBrackets() : "";
    }

    /** Returns the label of this level in a shown text: {@code [trust: tool]}. */
    public String inBrackets() {
        return "[trust: " + label() + "]";
    }

    /** Returns whether this level is lower than another. */
    public boolean isBelow(Trust other) {
        return compareTo(other) > 0;
    }

    /** Returns the lesser of two levels. */
    public Trust least(Trust other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /**
     * Reads a {@link #label()}.
     *
     * @throws IllegalArgumentException if no such level exists; the message lists the names
     */
    public static Trust of(String label) {
        return EnumLabels.read("trust", values(), label);
    }
}
