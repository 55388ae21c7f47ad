package dev.daybook.chroma;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A server that answers as it is told, on the loopback. Until told otherwise it answers as an empty Chroma does: it has a
 * tenant, databases and collections of any name, and no rows; what is written to it is noted and lost.
 */
final class ScriptedChroma implements AutoCloseable {

    private record Script(String method, String part, int status, String body, boolean half, boolean hangs) {}

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Script> scripts = new LinkedHashMap<>();
    private final Map<String, Runnable> reactions = new ConcurrentHashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);

    ScriptedChroma() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
        answers("GET", "", 404, "{\"error\":\"NotFoundError\"}");
        answers("POST", "", 200, "{}");
        answers("PUT", "", 200, "{}");
        answers("DELETE", "", 200, "{}");
        answers("GET", "/tenants/default_tenant", 200, "{}");
        answers("GET", "/databases/default_database", 200, "{}");
        answers("GET", "/collections/", 404, "{}");
        answers("GET", "/pre-flight-checks", 200, "{\"max_batch_size\":5461}");
        answers("GET", "/collections?", 200, "[]");
        answers("GET", "-owner-1", 200, "{\"id\":\"1\"}");
        answers("POST", "/collections", 200, collection("x", 0));
        answers("POST", "/get", 200, rows());
        answers("POST", "/upsert", 200, "{}");
        answers("POST", "/update", 200, "{}");
        answers("POST", "/delete", 200, "{}");
    }

    static String collection(String id, int width) {
        return "{\"id\":\"" + id + "\",\"name\":\"" + id + "\",\"metadata\":null,\"dimension\":" + width + "}";
    }

    static String rows() {
        return "{\"ids\":[],\"metadatas\":[],\"documents\":[],\"embeddings\":[]}";
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    ChromaStoreBuilder store() {
        return ChromaStore.at(url()).timeout(Duration.ofSeconds(5)).lookEvery(Duration.ZERO);
    }

    /** From now on: the answer to calls whose address has this part in it; what is said last counts first. */
    synchronized ScriptedChroma answers(String method, String part, int status, String body) {
        return script(new Script(method, part, status, body, false, false));
    }

    /** From now on such a call is answered with a part of what was promised. */
    synchronized ScriptedChroma breaksOff(String method, String part) {
        return script(new Script(method, part, 200, "{\"ids\":[\"a", true, false));
    }

    /** From now on such a call gets no answer. */
    synchronized ScriptedChroma hangs(String method, String part) {
        return script(new Script(method, part, 200, "", false, true));
    }

    /** Does something when such a call has come in, before it is answered. */
    void onCall(String part, Runnable reaction) {
        reactions.put(part, reaction);
    }

    private ScriptedChroma script(Script script) {
        String key = script.method() + " " + script.part();
        scripts.remove(key);
        scripts.put(key, script);
        return this;
    }

    /** The calls so far, as {@code METHOD path}, whose text has a part in it. */
    List<String> calls(String part) {
        return calls.stream().filter(call -> call.contains(part)).toList();
    }

    private synchronized Script scriptFor(String method, String address) {
        Script found = null;
        for (Script script : scripts.values()) {
            if (script.method().equals(method) && address.contains(script.part())) {
                found = script;
            }
        }
        return found == null ? new Script(method, "", 404, "{}", false, false) : found;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            String address = exchange.getRequestURI().toString();
            calls.add(exchange.getRequestMethod() + " " + address);
            reactions.forEach((part, reaction) -> {
                if (address.contains(part)) {
                    reaction.run();
                }
            });
            Script script = scriptFor(exchange.getRequestMethod(), address);
            if (script.hangs()) {
                closing.await(1, TimeUnit.MINUTES);
                return;
            }
            byte[] body = script.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(script.status(), body.length + (script.half() ? 100 : 0));
            OutputStream out = exchange.getResponseBody();
            out.write(body);
            out.flush();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
