package dev.daybook.server.cli;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.cli.terminal.CheckedStreams;
import dev.daybook.server.cli.terminal.CommandTerminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs commands on one data folder, and keeps what they said. */
final class TestShell {

    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();
    private byte[] input = new byte[0];
    private String interactive = "";
    private int width = 100;

    TestShell(Path folder) {
        this.folder = folder;
    }

    /** What a command answered. */
    record Run(int exit, String out, String err) {

        Map<String, Object> json() {
            return PlainJson.readObject(out);
        }

        Map<String, Object> problem() {
            return PlainJson.readObject(err);
        }

        @SuppressWarnings("unchecked") // a test fails on the cast as well as on an assertion
        List<Map<String, Object>> list(String field) {
            return (List<Map<String, Object>>) json().get(field);
        }
    }

    Path folder() {
        return folder;
    }

    TestShell input(String text) {
        return input(text.getBytes(StandardCharsets.UTF_8));
    }

    TestShell input(byte[] bytes) {
        input = bytes;
        return this;
    }

    TestShell variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    TestShell terminal(int columns) {
        interactive = "012";
        width = columns;
        return this;
    }

    Run run(String... command) {
        String[] words = new String[command.length + 4];
        System.arraycopy(command, 0, words, 0, command.length);
        words[command.length] = "--data";
        words[command.length + 1] = folder.toString();
        words[command.length + 2] = "--embedder";
        words[command.length + 3] = "none";
        return runAsIs(words);
    }

    /** The messages of a session, each with its role and text. */
    List<String> texts(String session) {
        return run("history", "--session", session, "--json").list("messages").stream()
                .map(message -> message.get("role") + ": " + message.get("text"))
                .toList();
    }

    /** Runs the words without naming a folder or an embedder. */
    Run runAsIs(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        CommandTerminal terminal = new CommandTerminal(
                new ByteArrayInputStream(input),
                CheckedStreams.printing(out),
                CheckedStreams.printing(err),
                interactive,
                width,
                Map.copyOf(environment));
        int exit = CommandRunner.run(terminal, words);
        return new Run(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
