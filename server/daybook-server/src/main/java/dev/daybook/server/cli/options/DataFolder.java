package dev.daybook.server.cli.options;

import dev.daybook.server.cli.terminal.CommandTerminal;
import java.nio.file.Path;

/** The default data folder. */
final class DataFolder {

    private DataFolder() {}

    static Path of(CommandTerminal terminal) {
        String own = terminal.variable("DAYBOOK_DATA");
        if (own != null) {
            return Path.of(own);
        }
        String data = terminal.variable("XDG_DATA_HOME");
        // The XDG specification: a relative path is invalid and is ignored.
        if (data != null && Path.of(data).isAbsolute()) {
            return Path.of(data, "daybook");
        }
        String home = terminal.variable("HOME");
        return Path.of(home == null ? System.getProperty("user.home") : home, ".local", "share", "daybook");
    }
}
