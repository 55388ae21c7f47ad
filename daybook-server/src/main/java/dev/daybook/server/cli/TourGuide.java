package dev.daybook.server.cli;

import dev.daybook.server.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows commands by running them, as they would be typed, and keeps count of what was not as promised. */
final class TourGuide {

    private final Terminal terminal;
    private final Path memory;
    private final List<String> embedder;
    private int step;
    private int failures;

    TourGuide(Terminal terminal, Path memory, List<String> embedder) {
        this.terminal = terminal;
        this.memory = memory;
        this.embedder = embedder;
    }

    /** What a command answered. */
    record Answer(int exit, String out, String err) {}

    void heading(String text) {
        step++;
        terminal.out().println();
        terminal.out().println(terminal.bold(step + ". " + text));
    }

    void say(String text) {
        terminal.out().println("   " + text);
    }

    /** Runs a command before the reader's eyes. */
    Answer show(String... command) {
        terminal.out().println("   $ daybook " + typed(command));
        Answer answer = run(command);
        print(answer.out());
        print(answer.err());
        return answer;
    }

    /** Runs a command unseen, for a check. */
    Map<String, @Nullable Object> json(String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        words.add("--json");
        Answer answer = run(words.toArray(String[]::new));
        return answer.exit() == Exit.DONE ? Json.readObject(answer.out()) : Map.of();
    }

    Answer run(String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        words.add("--data");
        words.add(memory.toString());
        words.addAll(embedder);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exit = Cli.run(terminal.redirected(printing(out), printing(err)), words.toArray(String[]::new));
        return new Answer(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    void check(String what, boolean holds) {
        terminal.out().println((holds ? "   ok    " : "   FAIL  ") + what);
        failures += holds ? 0 : 1;
    }

    int failures() {
        return failures;
    }

    private void print(String text) {
        text.lines().forEach(line -> terminal.out().println("     " + line));
        terminal.out().flush();
    }

    private static PrintStream printing(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String typed(String... command) {
        StringBuilder typed = new StringBuilder();
        for (String word : command) {
            boolean plain = word.chars().allMatch(c -> Character.isLetterOrDigit(c) || "-_./:".indexOf(c) >= 0);
            typed.append(typed.isEmpty() ? "" : " ").append(plain ? word : "\"" + word + "\"");
        }
        return typed.toString();
    }
}
