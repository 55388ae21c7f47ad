package dev.daybook.server.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program of the tests' class path, run in a process of its own. */
final class JavaProgram {

    private final Class<?> program;
    private final List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            // These two take less of a short run.
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            // As the launcher gives it where Java asks for it.
            "--enable-native-access=ALL-UNNAMED"));

    JavaProgram(Class<?> program) {
        this.program = program;
    }

    JavaProgram option(String option) {
        command.add(option);
        return this;
    }

    ProcessBuilder with(String... arguments) {
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }
}
