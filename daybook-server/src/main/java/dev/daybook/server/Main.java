package dev.daybook.server;

import dev.daybook.server.cli.Cli;

/** Starts the command line: {@code java -jar daybook.jar COMMAND}. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        // Jetty and the driver of SQLite ask for all languages that there are; older Javas then look in two places, and
        // the second, which Java 23 did away with, knows hardly any more.
        System.getProperties().putIfAbsent("java.locale.providers", "CLDR");
        System.exit(Cli.run(arguments));
    }
}
