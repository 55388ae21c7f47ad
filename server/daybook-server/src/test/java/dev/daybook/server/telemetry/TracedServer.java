package dev.daybook.server.telemetry;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.LocalDaybook;
import dev.daybook.local.InMemoryStore;
import dev.daybook.server.http.EventStream;
import dev.daybook.server.http.HttpServer;
import dev.daybook.server.http.ServeOptions;
import dev.daybook.server.keys.ApiKeys;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A server over a memory of its own, with telemetry as the command 'serve' has it. */
final class TracedServer implements AutoCloseable {

    static final String ADA = "/v1/spaces/default/users/ada";

    private final ServerTelemetry telemetry;
    private final LocalDaybook daybook;
    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    TracedServer(ServerTelemetry telemetry, Path folder, UnaryOperator<DaybookBuilder> parts) {
        this.telemetry = telemetry;
        EventStream events = new EventStream();
        daybook = parts.apply(Daybook.builder(new InMemoryStore()).noEmbedder())
                .listener(events)
                .observer(telemetry.observer())
                .open();
        server = new HttpServer(
                daybook,
                new ApiKeys(folder, Clock.systemUTC()),
                events,
                telemetry,
                ServeOptions.loopback(0, true),
                folder);
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.port());
    }

    HttpResponse<String> post(String path, String body, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address().resolve(path))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return send(request.build());
    }

    HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(address().resolve(path)).build());
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        server.close();
        daybook.close();
        telemetry.close();
    }
}
