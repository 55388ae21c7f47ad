package dev.daybook.server;

import dev.daybook.server.cli.Cli;

/** Starts the command line: {@code java -jar daybook.jar COMMAND}. */
public final class Main {

    private static final String SLF4J = "slf4j.internal.verbosity";

    private Main() {}

    public static void main(String[] arguments) {
        // SLF4J comes with the libraries that speak to models. It would say on stderr, at every command, that nobody
        // listens.
        if (System.getProperty(SLF4J) == null) {
            System.setProperty(SLF4J, "ERROR");
        }
        System.exit(Cli.run(arguments));
    }
}
