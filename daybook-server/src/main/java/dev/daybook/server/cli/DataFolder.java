package dev.daybook.server.cli;

import java.nio.file.Path;

/** Where the memory is if nobody says so. */
final class DataFolder {

    private DataFolder() {}

    static Path of(Terminal terminal) {
        String own = terminal.variable("DAYBOOK_DATA");
        if (own != null) {
            return Path.of(own);
        }
        String data = terminal.variable("XDG_DATA_HOME");
        // The XDG specification: a relative path is invalid and to be ignored.
        if (data != null && Path.of(data).isAbsolute()) {
            return Path.of(data, "daybook");
        }
        String home = terminal.variable("HOME");
        return Path.of(home == null ? System.getProperty("user.home") : home, ".local", "share", "daybook");
    }
}
