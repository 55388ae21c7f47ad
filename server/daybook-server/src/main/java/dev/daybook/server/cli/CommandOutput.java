package dev.daybook.server.cli;

import dev.daybook.internal.json.PlainJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The output of a command: its answer, as lines or as one JSON document, and notes for a person. */
final class CommandOutput {

    private final CommandTerminal terminal;
    private final GlobalOptions options;

    CommandOutput(CommandTerminal terminal, GlobalOptions options) {
        this.terminal = terminal;
        this.options = options;
    }

    /** Returns whether the answer is one JSON document. */
    boolean isJson() {
        return options.json();
    }

    /** Prints the JSON answer of a command. */
    void print(Map<String, @Nullable Object> answer) {
        terminal.out().println(PlainJson.write(answer));
    }

    /** Prints a line of the answer. */
    void println(Object line) {
        terminal.out().println(line);
    }

    /** Prints a note for a person to stderr. */
    void note(String text) {
        terminal.note(text);
    }

    /** Prints a warning of the program to stderr, unless the answer is JSON. */
    void warn(String text) {
        if (!isJson()) {
            terminal.note("daybook: " + text);
        }
    }
}
