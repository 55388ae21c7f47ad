package dev.daybook.bench.peers;

import dev.daybook.internal.json.PlainJson;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A child process of the comparison whose system calls can be traced during a command. */
final class TracedChild implements AutoCloseable {

    private final Process process;
    private final BufferedWriter commands;
    private final BufferedReader answers;
    private final Path store;

    TracedChild(List<String> command, Path store) throws IOException {
        this.process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        this.commands = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.store = store;
    }

    /** Returns the measurements of a command. */
    List<Map<String, @Nullable Object>> ask(Map<String, ?> command) throws IOException {
        commands.write(PlainJson.write(command) + "\n");
        commands.flush();
        List<Map<String, @Nullable Object>> measurements = new ArrayList<>();
        while (true) {
            String line = answers.readLine();
            if (line == null) {
                throw new IOException("the child process ended during " + command);
            }
            Map<String, @Nullable Object> answer = PlainJson.readObject(line);
            if (Boolean.TRUE.equals(answer.get("done"))) {
                return measurements;
            }
            measurements.add(answer);
        }
    }

    /** The operations of a command and their traffic; the operations do not include the child's warm-up. */
    record TracedOperations(long operations, DiskTraffic traffic) {}

    /** Traces a command of one workload. */
    TracedOperations trace(Map<String, ?> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("daybook-strace", ".txt");
        try {
            Process strace = attach(output);
            List<Map<String, @Nullable Object>> measurements = ask(command);
            strace.destroy();
            strace.waitFor();
            if (measurements.isEmpty() || !(measurements.get(0).get("ops") instanceof Number operations)) {
                throw new IOException("the child process measured nothing: " + measurements);
            }
            try (Stream<String> lines = Files.lines(output)) {
                return new TracedOperations(operations.longValue(), SystemCallTrace.read(lines, store.toString()));
            }
        } finally {
            Files.delete(output);
        }
    }

    /** Starts strace and waits until it is attached to all processes. */
    private Process attach(Path output) throws IOException {
        List<String> command = new ArrayList<>(
                List.of("strace", "-f", "-y", "-s", "0", "-o", output.toString(), "-e", SystemCallTrace.CALLS));
        List<Long> processes = processes();
        processes.forEach(id -> command.addAll(List.of("-p", id.toString())));
        Process strace = new ProcessBuilder(command).start();
        BufferedReader messages =
                new BufferedReader(new InputStreamReader(strace.getErrorStream(), StandardCharsets.UTF_8));
        for (int attached = 0; attached < processes.size(); ) {
            String line = messages.readLine();
            if (line == null) {
                throw new IOException("strace ended before it was attached; may this user trace processes?");
            }
            if (line.contains(" attached")) {
                attached++;
            }
        }
        Thread reader = new Thread(() -> discard(strace.getErrorStream()));
        reader.setDaemon(true);
        reader.start();
        return strace;
    }

    /** Returns the child, its descendants, and a PostgreSQL server of the store, which detaches itself. */
    private List<Long> processes() throws IOException {
        List<ProcessHandle> roots = new ArrayList<>(List.of(process.toHandle()));
        Path postmaster = store.resolve("postmaster.pid");
        if (Files.exists(postmaster)) {
            long id = Long.parseLong(Files.readAllLines(postmaster).get(0).strip());
            ProcessHandle.of(id).ifPresent(roots::add);
        }
        return roots.stream()
                .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
                .map(ProcessHandle::pid)
                .distinct()
                .toList();
    }

    private static void discard(InputStream stream) {
        try {
            stream.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The end of strace closes the stream.
        }
    }

    @Override
    public void close() throws IOException {
        try {
            ask(Map.of("cmd", "exit"));
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroy();
            }
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
        }
    }
}
