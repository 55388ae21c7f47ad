package dev.daybook.server.cli.options;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.cli.terminal.CommandTerminal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The output of a command: its answer, as lines or as one JSON document, and notes for a person. */
public record CommandOutput(CommandTerminal terminal, GlobalOptions options) {

    /** Returns whether the answer is one JSON document. */
    public boolean isJson() {
        return options.json();
    }

    /** Prints the JSON answer of a command. */
    public void print(Map<String, @Nullable Object> answer) {
        terminal.out().println(PlainJson.write(answer));
    }

    /** Prints a line of the answer. */
    public void println(Object line) {
        terminal.out().println(line);
    }

    /** Prints a note for a person to stderr. */
    public void note(String text) {
        terminal.note(text);
    }

    /** Prints a warning of the program to stderr, unless the answer is JSON. */
    public void warn(String text) {
        if (!isJson()) {
            terminal.note("daybook: " + text);
        }
    }
}
