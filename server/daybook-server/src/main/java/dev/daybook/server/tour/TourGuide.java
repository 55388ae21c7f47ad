package dev.daybook.server.tour;

import dev.daybook.internal.json.PlainJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows commands by running them as typed, and counts the failed checks. */
final class TourGuide {

    private final CommandShell shell;
    private int step;
    private int failures;

    TourGuide(CommandShell shell) {
        this.shell = shell;
    }

    void heading(String text) {
        step++;
        shell.out().println();
        shell.out().println(shell.bold(step + ". " + text));
    }

    void say(String text) {
        shell.out().println("   " + text);
    }

    /** Runs a command and shows it with its answer. */
    CommandAnswer show(String... command) {
        shell.out().println("   $ daybook " + typed(command));
        CommandAnswer answer = run(command);
        print(answer.out());
        print(answer.err());
        return answer;
    }

    /** Runs a command for a check, without showing it. */
    Map<String, @Nullable Object> json(String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        words.add("--json");
        CommandAnswer answer = run(words.toArray(String[]::new));
        return answer.isDone() ? PlainJson.readObject(answer.out()) : Map.of();
    }

    CommandAnswer run(String... command) {
        return shell.run(List.of(command));
    }

    void check(String what, boolean holds) {
        shell.out().println((holds ? "   ok    " : "   FAIL  ") + what);
        failures += holds ? 0 : 1;
    }

    int failures() {
        return failures;
    }

    private void print(String text) {
        text.lines().forEach(line -> shell.out().println("     " + line));
        shell.out().flush();
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
