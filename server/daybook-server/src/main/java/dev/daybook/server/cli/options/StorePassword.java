package dev.daybook.server.cli.options;

import dev.daybook.server.cli.terminal.CommandTerminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads the password of a store; never from the command line, which other users of the machine can read. */
public final class StorePassword {

    /** The variable with the password of {@code --store}, and of a copy unless it has its own. */
    public static final String VARIABLE = "DAYBOOK_STORE_PASSWORD";

    private static final long MAX_FILE = 16 * 1024;

    private StorePassword() {}

    /**
     * Returns the password in a file if one is given, else the first of some variables that is set, else null.
     *
     * @param option the option of the file, for messages
     * @throws IllegalArgumentException if the file has no password; the message does not repeat its content
     */
    public static @Nullable String of(
            CommandTerminal terminal, String option, @Nullable Path file, String... variables) {
        if (file != null) {
            return inFile(option, terminal.path(option, file));
        }
        for (String variable : variables) {
            String password = terminal.variable(variable);
            if (password != null) {
                return password;
            }
        }
        return null;
    }

    private static String inFile(String option, Path file) {
        try {
            if (Files.size(file) <= MAX_FILE) {
                String password = Files.readString(file).strip();
                if (!password.isEmpty() && password.lines().count() == 1) {
                    return password;
                }
            }
        } catch (IOException unreadable) {
            // Reported below, like a file with other content.
        }
        throw new IllegalArgumentException(
                option + " does not name a readable file with a password on one line; correct the file or its name");
    }
}
