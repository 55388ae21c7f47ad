package dev.daybook.server;

import dev.daybook.server.cli.Cli;

/** Starts the command line: {@code java -jar daybook.jar COMMAND}. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(Cli.run(arguments));
    }
}
