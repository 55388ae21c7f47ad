package dev.daybook.server.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.daybook.internal.json.PlainJson;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** A server of models that answers one step of its script for each request, as bytes that the test chooses. */
final class ScriptedUpstream implements AutoCloseable {

    static final String JSON = "application/json";
    static final String EVENTS = "text/event-stream";

    /** More than any test sends: an answer of this length that ends is broken off. */
    private static final int LONG = 1_000_000;

    @FunctionalInterface
    interface Step {
        void answer(HttpExchange exchange) throws IOException, InterruptedException;
    }

    /** A request that arrived. */
    record Arrived(String target, Map<String, List<String>> headers, String body) {

        Map<String, @Nullable Object> json() {
            return PlainJson.readObject(body);
        }

        @Nullable
        String header(String name) {
            List<String> values = headers.get(name);
            return values == null ? null : values.get(0);
        }

        /** The text of the system message or of the instructions; empty without one. */
        String system() {
            if (json().get("messages") instanceof List<?> messages && messages.get(0) instanceof Map<?, ?> first) {
                return "system".equals(first.get("role")) ? String.valueOf(first.get("content")) : "";
            }
            Object instructions = json().get("instructions");
            return instructions == null ? "" : instructions.toString();
        }
    }

    final List<Arrived> requests = new CopyOnWriteArrayList<>();
    final CountDownLatch closed = new CountDownLatch(1);
    private final Deque<Step> script = new ConcurrentLinkedDeque<>();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    ScriptedUpstream() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1");
    }

    Arrived last() {
        return requests.get(requests.size() - 1);
    }

    ScriptedUpstream then(Step step) {
        script.add(step);
        return this;
    }

    ScriptedUpstream then(int status, String type, String body, String... headers) {
        return then(exchange -> {
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
            }
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        });
    }

    /** An answer of a chat. */
    ScriptedUpstream says(String text) {
        return then(
                200,
                JSON,
                "{\"id\":\"c1\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":"
                        + PlainJson.write(text) + "},\"finish_reason\":\"stop\"}]}");
    }

    /** A call of a tool in a chat. */
    ScriptedUpstream calls(String id, String tool, String arguments) {
        return then(
                200,
                JSON,
                "{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":null,\"tool_calls\":"
                        + "[{\"id\":\"" + id + "\",\"type\":\"function\",\"function\":{\"name\":\"" + tool
                        + "\",\"arguments\":" + PlainJson.write(arguments)
                        + "}}]},\"finish_reason\":\"tool_calls\"}]}");
    }

    /** An answer as server-sent events, complete. */
    ScriptedUpstream streams(String... events) {
        return then(200, EVENTS, events(events) + "data: [DONE]\n\n");
    }

    /** The beginning of an answer; the connection breaks off. */
    ScriptedUpstream breaksOffAfter(String type, String beginning) {
        return then(exchange -> {
            begin(exchange, type, beginning);
            exchange.close();
        });
    }

    static OutputStream begin(HttpExchange exchange, String type, String beginning) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, LONG);
        OutputStream out = exchange.getResponseBody();
        out.write(beginning.getBytes(StandardCharsets.UTF_8));
        out.flush();
        return out;
    }

    static String events(String... events) {
        StringBuilder text = new StringBuilder();
        for (String event : events) {
            text.append("data: ").append(event).append("\n\n");
        }
        return text.toString();
    }

    /** An event with a piece of a text. */
    static String piece(String text) {
        return "{\"choices\":[{\"index\":0,\"delta\":{\"content\":" + PlainJson.write(text) + "}}]}";
    }

    /** The last event of a choice. */
    static final String STOP = "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}";

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            requests.add(
                    new Arrived(exchange.getRequestURI().toString(), Map.copyOf(exchange.getRequestHeaders()), body));
            Step step = script.poll();
            if (step == null) {
                exchange.sendResponseHeaders(500, -1);
            } else {
                step.answer(exchange);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
