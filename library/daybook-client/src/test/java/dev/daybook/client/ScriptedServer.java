package dev.daybook.client;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A server on a free port that answers each request with the next step of a script, and keeps the requests. Questions for
 * its health get an answer of their own.
 */
final class ScriptedServer implements AutoCloseable {

    private static final String UNEXPECTED = "HTTP/1.1 500 -\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

    private final ServerSocket socket;
    private final Thread thread;
    private final Queue<String> script = new ConcurrentLinkedQueue<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();

    /** A request: its first line, and its body. */
    record Received(String line, String body) {}

    ScriptedServer() throws IOException {
        socket = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        thread = new Thread(this::serve, "scripted server");
        thread.setDaemon(true);
        thread.start();
    }

    /** The next request gets an answer; a header is {@code Name: value}. */
    ScriptedServer answers(int status, String body, String... headers) {
        StringBuilder answer = new StringBuilder("HTTP/1.1 " + status + " -\r\nConnection: close\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n");
        for (String header : headers) {
            answer.append(header).append("\r\n");
        }
        script.add(answer + "\r\n" + body);
        return this;
    }

    /** The connection breaks after the next request has arrived. */
    ScriptedServer breaksOff() {
        script.add("");
        return this;
    }

    List<Received> received() {
        return received;
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket connection = socket.accept()) {
                InputStream in = new BufferedInputStream(connection.getInputStream());
                String line = line(in);
                int length = 0;
                for (String header = line(in); !header.isEmpty(); header = line(in)) {
                    if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                        length = Integer.parseInt(
                                header.substring("content-length:".length()).strip());
                    }
                }
                String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
                String answer = UNEXPECTED;
                if (!line.startsWith("GET /healthz")) {
                    received.add(new Received(line, body));
                    answer = Objects.requireNonNullElse(script.poll(), UNEXPECTED);
                }
                connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
            } catch (IOException closed) {
                // The test has ended, or the client has left.
            }
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n' && c >= 0; c = in.read()) {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        // A thread that accepts keeps the port open until it has returned.
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
