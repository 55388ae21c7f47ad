package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.put;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Another Java process that opens the same folder, and the program it runs. */
final class OtherProcess {

    private final Process process;
    private final BufferedReader output;

    private OtherProcess(Process process) {
        this.process = process;
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static OtherProcess start(String what, Path folder) throws IOException {
        return start(OtherProcess.class, what, folder);
    }

    /** Starts another program with the same arguments. */
    static OtherProcess start(Class<?> program, String what, Path folder) throws IOException {
        String paths = Stream.of("java.class.path", "jdk.module.path")
                .map(System::getProperty)
                .filter(Objects::nonNull)
                .collect(Collectors.joining(System.getProperty("path.separator")));
        // Surefire patches the tests into the module, so their classes are on neither path.
        String tests = Path.of(System.getProperty("basedir", "."))
                .resolve("target/test-classes")
                .toString();
        return new OtherProcess(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        tests + System.getProperty("path.separator") + paths,
                        program.getName(),
                        what,
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    long pid() {
        return process.pid();
    }

    /** Waits for the next line of its output. */
    String line() throws IOException {
        return String.valueOf(output.readLine());
    }

    /** Kills it as {@code kill -9} does, and returns the rest of its output. */
    List<String> kill() throws IOException, InterruptedException {
        // Not process.destroyForcibly(), which would also discard its output.
        process.toHandle().destroyForcibly();
        process.waitFor();
        List<String> lines = new ArrayList<>();
        for (@Nullable String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
        }
        return lines;
    }

    public static void main(String[] arguments) throws InterruptedException {
        try {
            SqliteStore store = SqliteStore.open(Path.of(arguments[1]));
            if (arguments[0].equals("open")) {
                System.out.println("open");
                Thread.sleep(60_000);
                store.close();
            } else if (arguments[0].startsWith("backup ")) {
                System.out.println("open");
                store.backup(Path.of(arguments[0].substring("backup ".length())));
                Thread.sleep(60_000);
                store.close();
            } else {
                write(store);
            }
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    /** Writes batches of three from four threads, and prints the name of each acknowledged batch. */
    private static void write(SqliteStore store) {
        for (int thread = 0; thread < 4; thread++) {
            String name = ProcessHandle.current().pid() + "-" + thread;
            new Thread(() -> {
                        for (int i = 0; ; i++) {
                            String id = name + "-" + i;
                            store.write(batch(
                                    SqliteSamples.ADA, put(id + "/0", id), put(id + "/1", id), put(id + "/2", id)));
                            synchronized (System.out) {
                                System.out.println(id);
                            }
                        }
                    })
                    .start();
        }
    }
}
