package dev.daybook.server;

import dev.daybook.server.cli.CommandRunner;
import dev.daybook.server.logs.LastingLogManager;
import dev.daybook.server.logs.LogSetup;

/** Starts the command line: {@code java -jar daybook.jar COMMAND}. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        // The output of Daybook does not depend on a locale. Without this setting Java loads all locales
        // for Jetty and for the driver of SQLite, a sixth of the work of a start.
        unlessGiven("java.locale.providers", "SPI");
        // Jetty spaces things out in memory by it, and would start all of JMX to find out how long a reference is.
        // Right for heaps below 32 GB; beyond these it only spaces them out further.
        unlessGiven("org.eclipse.jetty.util.referencesPerCacheLine", "16");
        // Before anything is logged.
        unlessGiven("java.util.logging.manager", LastingLogManager.class.getName());
        // It logs a stack for each folder that permits no native library; the exception that follows names them.
        LogSetup.silence("org.sqlite.SQLiteJDBCLoader");
        System.exit(CommandRunner.run(arguments));
    }

    private static void unlessGiven(String property, String value) {
        System.getProperties().putIfAbsent(property, value);
    }
}
