package dev.daybook.explorer.browser;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.access.AccessRight;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.server.http.EventStream;
import dev.daybook.server.http.HttpServer;
import dev.daybook.server.http.ServeOptions;
import dev.daybook.server.keys.ApiKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A server with the memory explorer, over a SQLite memory in a folder. */
final class ServedMemory implements AutoCloseable {

    final LocalDaybook daybook;
    final ApiKeys keys;

    private final HttpServer server;

    private ServedMemory(Path folder, boolean isOpen, int port) {
        EventStream events = new EventStream();
        daybook = Daybook.builder(folder).noEmbedder().listener(events).open();
        keys = new ApiKeys(folder, Clock.systemUTC());
        server = new HttpServer(daybook, keys, events, ServeOptions.loopback(port, isOpen), folder);
    }

    /** Serves without keys. */
    static ServedMemory open(Path folder) {
        return new ServedMemory(folder, true, 0);
    }

    /** Serves with keys. */
    static ServedMemory withKeys(Path folder) {
        return new ServedMemory(folder, false, 0);
    }

    /** Serves without keys on a given port, as a server that was started again. */
    static ServedMemory again(Path folder, int port) {
        return new ServedMemory(folder, true, port);
    }

    int port() {
        return server.port();
    }

    String address() {
        return "http://127.0.0.1:" + server.port() + "/";
    }

    /** Returns the text of a new key. */
    String key(@Nullable String user, AccessRight... rights) {
        Scope scope = user == null ? null : new Scope.User(Space.DEFAULT, user);
        return keys.create(Space.DEFAULT, scope, Set.of(rights), null).text();
    }

    /** Returns the body of a REST call without a key. */
    String rest(String path) {
        return send(HttpRequest.newBuilder(URI.create(address() + path)).build());
    }

    /** Returns the body of a REST call with a body, without a key. */
    String rest(String method, String path, String body) {
        return send(HttpRequest.newBuilder(URI.create(address() + path))
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    private static String send(HttpRequest request) {
        try {
            return HttpClient.newHttpClient()
                    .send(request, HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.close();
        daybook.close();
    }
}
