package dev.daybook.bench.poison;

import java.util.List;
import java.util.Locale;

/** The origins of a text. Those below {@link #USER} are the ways of a poison into a memory. */
enum TextOrigin {
    /** Words of the user: the benign memory. */
    USER,
    /** The result of a tool, an episode of its own. */
    TOOL,
    /** The result of a tool between the words of the user and of the assistant, in one episode. */
    TURN,
    /** A record of another program, which says that the user said it. */
    IMPORT,
    /** Words of the assistant, such as a summary of a page. */
    ASSISTANT,
    /** A program with a key whose trust is limited to that of a tool; it writes in the role of the user. */
    CRAWLER;

    static final List<TextOrigin> POISONED = List.of(TOOL, TURN, IMPORT, ASSISTANT, CRAWLER);

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
