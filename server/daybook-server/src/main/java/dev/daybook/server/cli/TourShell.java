package dev.daybook.server.cli;

import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.tour.CommandAnswer;
import dev.daybook.server.tour.CommandShell;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The commands of this process over the memory of the tour. */
record TourShell(CommandTerminal terminal, Path memory, List<String> embedder) implements CommandShell {

    @Override
    public PrintStream out() {
        return terminal.out();
    }

    @Override
    public String bold(String text) {
        return terminal.bold(text);
    }

    @Override
    public CommandAnswer run(List<String> command) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exit = CommandRunner.run(terminal.redirected(printing(out), printing(err)), words(command));
        return new CommandAnswer(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Runs a command whose output goes to the terminal; returns its exit code. */
    int runHere(List<String> command) {
        return CommandRunner.run(terminal, words(command));
    }

    private String[] words(List<String> command) {
        List<String> words = new ArrayList<>(command);
        words.add("--data");
        words.add(memory.toString());
        words.addAll(embedder);
        return words.toArray(String[]::new);
    }

    private static PrintStream printing(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
