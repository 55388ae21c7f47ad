package dev.daybook.server.cli;

import dev.daybook.server.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The server of a folder, in a process of its own and without keys. */
final class ServerProcess implements AutoCloseable {

    private static final Pattern ADDRESS = Pattern.compile("serves on (http://\\S+:\\d+)");

    final Path folder;
    final Process process;
    final String address;

    /** What it said on stderr. */
    final List<String> told = Collections.synchronizedList(new ArrayList<>());

    final Thread reading;

    /** Waits until the server says where it is. */
    ServerProcess(JavaProgram program, Path folder) throws IOException {
        this.folder = folder;
        process = start(program, folder, "0");
        BufferedReader lines = process.errorReader(StandardCharsets.UTF_8);
        address = address(lines);
        // What it says later must not fill the pipe.
        reading = new Thread(() -> lines.lines().forEach(told::add));
        reading.setDaemon(true);
        reading.start();
    }

    ServerProcess(Path folder) throws IOException {
        this(new JavaProgram(Main.class), folder);
    }

    static Process start(JavaProgram program, Path folder, String port) throws IOException {
        return program.with("serve", "--data", folder.toString(), "--embedder", "none", "--open", "--port", port)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private String address(BufferedReader lines) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            told.add(line);
            Matcher found = ADDRESS.matcher(line);
            if (found.find()) {
                return found.group(1);
            }
        }
        throw new AssertionError("the server ended before it said where it is: " + told);
    }

    TestShell shell() {
        return new TestShell(folder);
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request.build());
    }

    static HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
