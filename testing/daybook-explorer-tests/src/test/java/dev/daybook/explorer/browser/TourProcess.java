package dev.daybook.explorer.browser;

import dev.daybook.server.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code daybook tour --page} in a process of its own, and commands beside it. */
final class TourProcess implements AutoCloseable {

    private static final Pattern PAGE = Pattern.compile("explorer is the page (http://\\S+/)");

    final String address;

    private final Path folder;
    private final Process process;

    private TourProcess(Path folder, Process process, String address) {
        this.folder = folder;
        this.process = process;
        this.address = address;
    }

    static TourProcess start(Path folder) throws IOException {
        Process process = launch(folder, "tour", "--page", "--data", folder.toString(), "--embedder", "none");
        BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder all = new StringBuilder();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            all.append(line).append('\n');
            Matcher found = PAGE.matcher(line);
            if (found.find()) {
                return new TourProcess(folder, process, found.group(1));
            }
        }
        throw new IllegalStateException("the tour has ended: " + all);
    }

    /** Runs a command on the memory of the tour, which its server holds; returns its output. */
    String run(String... command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(List.of("--data", folder.resolve("memory").toString()));
        Process run = launch(folder, words.toArray(String[]::new));
        String out = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (run.waitFor() != 0) {
            throw new IllegalStateException("'" + String.join(" ", command) + "' failed: " + out);
        }
        return out;
    }

    private static Process launch(Path folder, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(words));
        return new ProcessBuilder(command)
                .directory(folder.getParent().toFile())
                .redirectErrorStream(true)
                .start();
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
