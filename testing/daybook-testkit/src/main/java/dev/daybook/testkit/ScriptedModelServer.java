package dev.daybook.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A language model behind HTTP on the loopback interface, with the faults of real servers. It answers in the shape of
 * OpenAI ({@code POST /v1/chat/completions}) and of Ollama ({@code POST /api/chat}), one item of its script for each
 * request; at the end of the script it answers 500. {@link #close()} also ends hanging requests. Thread-safe.
 */
public final class ScriptedModelServer implements AutoCloseable {

    private static final String STOP = "stop";
    private static final String LENGTH = "length";

    /** Tokens that every answer says it has cost: prompt and answer. */
    public static final int PROMPT_TOKENS = 7;

    public static final int ANSWER_TOKENS = 5;

    @FunctionalInterface
    private interface Step {
        void answer(HttpExchange exchange) throws IOException, InterruptedException;
    }

    private final HttpServer server;
    private final ExecutorService threads;
    private final Deque<Step> script = new ConcurrentLinkedDeque<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile int schemaStatus = 200;
    private volatile int jsonObjectStatus = 200;
    private final List<String> refusedParameters = new CopyOnWriteArrayList<>();

    private ScriptedModelServer(HttpServer server) {
        this.server = server;
        this.threads = Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "scripted-model-server");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Starts one on a free port. */
    public static ScriptedModelServer start() {
        try {
            HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            ScriptedModelServer server = new ScriptedModelServer(http);
            http.createContext("/", server::handle);
            http.setExecutor(server.threads);
            http.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("no port of the loopback interface can be opened", e);
        }
    }

    /** Returns the address without a path: {@code http://127.0.0.1:40001}. */
    public URI address() {
        InetSocketAddress address = server.getAddress();
        return URI.create("http://" + address.getAddress().getHostAddress() + ":" + address.getPort());
    }

    /** Then answers this. */
    public ScriptedModelServer then(String content) {
        return add(exchange -> send(exchange, content, STOP));
    }

    /** Then answers JSON that has lost its first colon. */
    public ScriptedModelServer thenBadJson(String content) {
        return then(content.replaceFirst(":", " "));
    }

    /** Then answers the first half, and says that its limit was reached. */
    public ScriptedModelServer thenTruncated(String content) {
        return add(exchange -> send(exchange, content.substring(0, content.length() / 2), LENGTH));
    }

    /** Then answers the first half, as if it were all. */
    public ScriptedModelServer thenTruncatedSilently(String content) {
        return then(content.substring(0, content.length() / 2));
    }

    /** Then answers with the line breaks in its texts as they are, instead of escaped. */
    public ScriptedModelServer thenRawControlCharacters(String content) {
        return then(content.replace("\\n", "\n").replace("\\t", "\t"));
    }

    /** Then answers with the example of the prompt before the requested value. */
    public ScriptedModelServer thenLeakedExample(String example, String content) {
        return then(example + "\n\n" + content);
    }

    /** Then says the same again and again, until its limit is reached. */
    public ScriptedModelServer thenRepetition(String content) {
        return add(exchange -> send(exchange, content.repeat(200), LENGTH));
    }

    /** Then answers nothing, politely. */
    public ScriptedModelServer thenEmpty() {
        return then("");
    }

    /** Then says that it was asked too often. */
    public ScriptedModelServer thenLimited(Duration retryAfter) {
        return add(exchange -> {
            exchange.getResponseHeaders().set("Retry-After", Long.toString(retryAfter.toSeconds()));
            sendError(exchange, 429);
        });
    }

    /** Then answers with a status that is not 200. */
    public ScriptedModelServer thenStatus(int status) {
        return add(exchange -> sendError(exchange, status));
    }

    /** Then answers 400 with a message. */
    public ScriptedModelServer thenRefused(String message) {
        return add(exchange -> sendError(exchange, 400, message));
    }

    /** Then answers 200 with something that is not JSON, as a proxy does. */
    public ScriptedModelServer thenGarbled() {
        return add(exchange -> send(exchange, 200, "<html>Welcome</html>"));
    }

    /** Then breaks the connection off. */
    public ScriptedModelServer thenBreakOff() {
        return add(HttpExchange::close);
    }

    /** Then answers after a while. */
    public ScriptedModelServer thenSlowly(Duration delay, String content) {
        return add(exchange -> {
            if (!closed.await(delay.toNanos(), TimeUnit.NANOSECONDS)) {
                send(exchange, content, STOP);
            }
        });
    }

    /** Then never answers. */
    public ScriptedModelServer thenHang() {
        return add(exchange -> closed.await());
    }

    /** Answers every request for a JSON schema with this status; the script is for the others. */
    public ScriptedModelServer refusingSchema(int status) {
        schemaStatus = status;
        return this;
    }

    /** Answers every request for a JSON object with this status; the script is for the others. */
    public ScriptedModelServer refusingJsonObject(int status) {
        jsonObjectStatus = status;
        return this;
    }

    /** Answers every request with this parameter 400, as OpenAI does for a model that has none of this name. */
    public ScriptedModelServer refusingParameter(String name) {
        refusedParameters.add(name);
        return this;
    }

    /** The bodies of the requests, as JSON texts, in order of arrival. */
    public List<String> requests() {
        return new ArrayList<>(requests);
    }

    /** The {@code Authorization} headers of the requests, in the same order; {@code null} as a text where there is none. */
    public List<String> authorizations() {
        return new ArrayList<>(authorizations);
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private ScriptedModelServer add(Step step) {
        script.add(step);
        return this;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            requests.add(body);
            authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            String compact = body.replaceAll("\\s", "");
            for (String parameter : refusedParameters) {
                if (compact.contains("\"" + parameter + "\":")) {
                    sendError(exchange, 400, "Unsupported parameter: '" + parameter + "'");
                    return;
                }
            }
            int status = statusFor(compact);
            Step step = status == 200 ? script.poll() : null;
            if (step == null) {
                sendError(exchange, status == 200 ? 500 : status);
            } else {
                step.answer(exchange);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** By text: in the prompt itself the quotes would be escaped. */
    private int statusFor(String body) {
        if (body.contains("\"type\":\"json_schema\"") || body.contains("\"format\":{")) {
            return schemaStatus;
        }
        boolean wantsObject = body.contains("\"type\":\"json_object\"") || body.contains("\"format\":\"json\"");
        return wantsObject ? jsonObjectStatus : 200;
    }

    private static void send(HttpExchange exchange, String content, String finish) throws IOException {
        String message = "\"message\":{\"role\":\"assistant\",\"content\":" + quoted(content) + "}";
        boolean isOllama = exchange.getRequestURI().getPath().endsWith("/api/chat");
        send(
                exchange,
                200,
                isOllama
                        ? "{\"model\":\"scripted\",\"created_at\":\"2026-01-01T00:00:00Z\"," + message
                                + ",\"done\":true,\"done_reason\":\"" + finish + "\",\"prompt_eval_count\":"
                                + PROMPT_TOKENS + ",\"eval_count\":" + ANSWER_TOKENS + "}"
                        : "{\"id\":\"1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"scripted\","
                                + "\"choices\":[{\"index\":0," + message + ",\"finish_reason\":\"" + finish
                                + "\"}],\"usage\":{\"prompt_tokens\":" + PROMPT_TOKENS + ",\"completion_tokens\":"
                                + ANSWER_TOKENS + ",\"total_tokens\":" + (PROMPT_TOKENS + ANSWER_TOKENS) + "}}");
    }

    private static void sendError(HttpExchange exchange, int status) throws IOException {
        sendError(exchange, status, "scripted " + status);
    }

    private static void sendError(HttpExchange exchange, int status, String message) throws IOException {
        send(exchange, status, "{\"error\":{\"message\":\"" + message + "\",\"type\":\"scripted\"}}");
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
