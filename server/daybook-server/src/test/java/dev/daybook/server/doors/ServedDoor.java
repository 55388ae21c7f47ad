package dev.daybook.server.doors;

import dev.daybook.LocalDaybook;
import dev.daybook.access.AccessRight;
import dev.daybook.server.http.EventStream;
import dev.daybook.server.http.HttpServer;
import dev.daybook.server.http.ServeOptions;
import dev.daybook.server.keys.ApiKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A server, and a key for each tenant that opens its scope only. */
abstract class ServedDoor implements MemoryDoor {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final ApiKeys keys;
    private final HttpServer server;
    private final Map<HostileTenant, String> given = new HashMap<>();

    ServedDoor(LocalDaybook daybook, Path folder) {
        keys = new ApiKeys(folder, Clock.systemUTC());
        server = new HttpServer(daybook, keys, new EventStream(), ServeOptions.loopback(0, false), folder);
    }

    /** Tests whether the memory allows the name of a tenant: otherwise no key of it can be made. */
    static boolean canHaveKey(HostileTenant tenant) {
        try {
            tenant.scope();
            return true;
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    /** Returns the key of a tenant: it opens its scope and no other. */
    final String key(HostileTenant tenant) {
        return given.computeIfAbsent(tenant, first -> {
            Set<AccessRight> rights =
                    Set.of(AccessRight.READ, AccessRight.WRITE, AccessRight.FORGET, AccessRight.SHARED);
            return keys.create(first.scope().space(), first.scope(), rights, null)
                    .text();
        });
    }

    /** Sends a request with a key and further headers by name and value. */
    final HttpResponse<String> send(String key, String method, String path, @Nullable String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .header("Authorization", "Bearer " + key);
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofString());
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
    }
}
