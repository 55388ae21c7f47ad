package dev.daybook.explorer.browser;

import java.util.Locale;

/** The panels of the memory explorer, in the order of its navigation. */
enum ExplorerPanel {
    CONTEXT,
    RECALL,
    TIMELINE,
    CONVERSATION,
    FACTS,
    NOTES,
    BLOCKS,
    FORGET,
    ACCESS,
    WORK;

    private String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    String hash() {
        return "#/" + label();
    }

    String selector() {
        return "[data-panel=" + label() + "]";
    }
}
