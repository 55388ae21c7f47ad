package dev.daybook.server;

import dev.daybook.server.cli.Cli;

/** Starts the command line: {@code java -jar daybook.jar COMMAND}. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        // What Daybook says is in the words and numbers of no country. Without this Java lists all of them
        // for Jetty and for the driver of SQLite, a sixth of the work of a start.
        System.getProperties().putIfAbsent("java.locale.providers", "SPI");
        System.exit(Cli.run(arguments));
    }
}
