package dev.daybook.bench.peers;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** An external command that shares the streams of this process. */
final class ShellCommand {

    private ShellCommand() {}

    /** @throws IOException if it does not end with 0 */
    static void run(List<String> command) throws IOException, InterruptedException {
        run(command, Map.of());
    }

    static void run(List<String> command, Map<String, String> environment) throws IOException, InterruptedException {
        int exit = exitOf(command, environment);
        if (exit != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + exit + "; its messages are above");
        }
    }

    static int exitOf(List<String> command, Map<String, String> environment) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().putAll(environment);
        Process process = builder.start();
        // An interrupted comparison must not leave its children at work.
        Thread end = new Thread(process::destroy);
        Runtime.getRuntime().addShutdownHook(end);
        int exit = process.waitFor();
        Runtime.getRuntime().removeShutdownHook(end);
        return exit;
    }
}
