package dev.daybook.server.http;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.LocalDaybook;
import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.server.admission.ServerLimits;
import dev.daybook.server.keys.ApiKeys;
import dev.daybook.server.mcp.AgentOptions;
import dev.daybook.server.telemetry.ServerTelemetry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A server on a free port over a memory of its own, and a client of it. */
final class TestServer implements AutoCloseable {

    static final String ADA = "/v1/spaces/default/users/ada";

    /** What the disk of the server has left. */
    final AtomicLong usableBytes = new AtomicLong(Long.MAX_VALUE);

    final EventStream events = new EventStream();
    final LocalDaybook daybook;
    final ApiKeys keys;
    final HttpServer server;

    private @Nullable HttpClient client;

    private TestServer(LocalDaybook daybook, ApiKeys keys, ServeOptions options, EventStream events) {
        this.daybook = daybook;
        this.keys = keys;
        server = new HttpServer(
                daybook,
                keys,
                events,
                ServerTelemetry.withoutTraces(),
                options,
                ServerLimits.ofProcess(),
                new DiskSpace(usableBytes::get));
    }

    private TestServer(Path folder, ServeOptions options, ServerLimits limits) {
        this(Daybook.builder(new InMemoryStore()).noEmbedder(), folder, options, limits);
    }

    private TestServer(DaybookBuilder builder, Path folder, ServeOptions options, ServerLimits limits) {
        ServerTelemetry telemetry = ServerTelemetry.withoutTraces();
        daybook = builder.listener(events).observer(telemetry.observer()).open();
        keys = new ApiKeys(folder, Clock.systemUTC());
        server = new HttpServer(daybook, keys, events, telemetry, options, limits, new DiskSpace(usableBytes::get));
    }

    /** A server that wants no key. */
    static TestServer open(Path folder) {
        return new TestServer(folder, ServeOptions.loopback(0, true), ServerLimits.ofProcess());
    }

    /** A server that wants keys. */
    static TestServer closed(Path folder) {
        return new TestServer(folder, ServeOptions.loopback(0, false), ServerLimits.ofProcess());
    }

    static TestServer with(Path folder, ServeOptions options) {
        return new TestServer(folder, options, ServerLimits.ofProcess());
    }

    /** A server that wants keys, and serves the REST interface of mem0. */
    static TestServer withMem0(DaybookBuilder builder, Path folder) {
        ServeOptions options = new ServeOptions(
                "127.0.0.1", 0, false, List.of(), List.of(), 100_000, 0, AgentOptions.NONE, true, true, null);
        return new TestServer(builder, folder, options, ServerLimits.ofProcess());
    }

    /** A server that wants keys and has so much for its callers. */
    static TestServer within(ServerLimits limits, Path folder) {
        return new TestServer(folder, ServeOptions.loopback(0, false), limits);
    }

    /** A server over a daybook of the test's. */
    static TestServer over(LocalDaybook daybook, Path folder) {
        return new TestServer(
                daybook, new ApiKeys(folder, Clock.systemUTC()), ServeOptions.loopback(0, true), new EventStream());
    }

    /** A server over a daybook of the test's that wants keys. */
    static TestServer closedOver(DaybookBuilder builder, Path folder) {
        return closedOver(builder, folder, ServeOptions.loopback(0, false));
    }

    static TestServer closedOver(DaybookBuilder builder, Path folder, ServeOptions options) {
        EventStream events = new EventStream();
        LocalDaybook daybook = builder.listener(events).open();
        return new TestServer(daybook, new ApiKeys(folder, Clock.systemUTC()), options, events);
    }

    /** An answer. */
    record Answer(int status, Map<String, List<String>> headers, String body) {

        Map<String, @Nullable Object> json() {
            return PlainJson.readObject(body);
        }

        @Nullable
        Object at(String name) {
            return json().get(name);
        }

        @SuppressWarnings("unchecked") // Json makes lists of such maps
        List<Map<String, @Nullable Object>> list(String name) {
            return (List<Map<String, @Nullable Object>>) json().get(name);
        }

        String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of(""))
                    .get(0);
        }
    }

    Answer get(String path, String... headers) {
        return send("GET", path, null, headers);
    }

    Answer delete(String path, String... headers) {
        return send("DELETE", path, null, headers);
    }

    Answer post(String path, String body, String... headers) {
        return send("POST", path, body, headers);
    }

    Answer put(String path, String body, String... headers) {
        return send("PUT", path, body, headers);
    }

    Answer send(String method, String path, @Nullable String body, String... headers) {
        return send(method, uri(path), body, headers);
    }

    private Answer send(String method, URI address, @Nullable String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (body != null && !List.of(headers).contains("Content-Type")) {
            request.header("Content-Type", "application/json");
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<String> response = exchanged(request.build());
            return new Answer(response.statusCode(), response.headers().map(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /**
     * Sends a request again whose connection the server closed before it read it: it closes that of a request which it
     * refused before the body had come, and the client may take it for the next one.
     */
    private HttpResponse<String> exchanged(HttpRequest request) throws IOException, InterruptedException {
        HttpClient client = client();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException closed) {
            if (!String.valueOf(closed.getMessage()).contains("received no bytes")) {
                throw closed;
            }
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }

    /** Made at the first call, because it has a thread that lives as long as it. */
    private synchronized HttpClient client() {
        if (client == null) {
            client = HttpClient.newHttpClient();
        }
        return client;
    }

    /** Calls another server, over the same daybook perhaps. */
    Answer postTo(int port, String path, String body, String... headers) {
        return send("POST", URI.create("http://127.0.0.1:" + port + path), body, headers);
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    /** The text of a new key of a space. */
    String key(String space, AccessRight... rights) {
        return keys.create(new Space(space), null, Set.of(rights), null).text();
    }

    /** The text of a new key of one user's memory. */
    String keyOf(String user, AccessRight... rights) {
        Space space = Space.DEFAULT;
        return keys.create(space, new Scope.User(space, user), Set.of(rights), null)
                .text();
    }

    static String[] bearer(String key) {
        return new String[] {"Authorization", "Bearer " + key};
    }

    @Override
    public void close() {
        server.close();
        daybook.close();
    }
}
