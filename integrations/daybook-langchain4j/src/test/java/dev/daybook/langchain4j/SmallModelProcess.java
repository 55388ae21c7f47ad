package dev.daybook.langchain4j;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A {@link SmallModelServer} in a process of its own, because native code may hang and cannot be stopped otherwise. */
final class SmallModelProcess implements AutoCloseable {

    /** From this version of Java on, loading a native library needs permission. */
    private static final int ASKS_FOR_NATIVE_ACCESS = 22;

    private final Process process;
    private final URI address;

    private SmallModelProcess(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    /**
     * Starts a process, and waits until the model is loaded.
     *
     * @param folder for the files that it unpacks
     */
    static SmallModelProcess start(Path model, Path folder) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= ASKS_FOR_NATIVE_ACCESS) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of(
                "-Xmx256m",
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                SmallModelServer.class.getName(),
                model.toString()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        // Without it the threads spin while they wait, on processors that others need.
        builder.environment().put("OMP_WAIT_POLICY", "passive");
        Process process = builder.start();
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            if (line.startsWith(SmallModelServer.READY)) {
                String port = line.substring(SmallModelServer.READY.length());
                return new SmallModelProcess(process, URI.create("http://127.0.0.1:" + port + "/v1"));
            }
        }
        process.destroyForcibly();
        throw new IOException("the model's process ended by itself; its last words are above");
    }

    URI address() {
        return address;
    }

    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
