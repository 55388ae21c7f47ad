package dev.daybook.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program of the examples in a process of its own. */
final class ExampleProgram {

    private static final int MAX_SECONDS = 60;

    private ExampleProgram() {}

    /** Returns the process of a program, to be started in a folder. */
    static ProcessBuilder of(Class<?> program, Path folder, List<String> options, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // These two take less of a short run.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).directory(folder.toFile());
    }

    /** Runs a process to its end and returns its exit code. */
    static int run(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.start();
        if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the program did not end within " + MAX_SECONDS + " seconds");
        }
        return process.exitValue();
    }
}
