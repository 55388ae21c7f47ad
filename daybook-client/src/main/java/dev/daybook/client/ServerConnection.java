package dev.daybook.client;

import dev.daybook.data.ClientOptions;
import dev.daybook.data.StoreException;
import dev.daybook.json.JsonFields;
import dev.daybook.json.PlainJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The connection to one server: sends requests, repeats them within the bounds of its options, and turns refusals into
 * the exceptions of the library.
 *
 * <p>An attempt is repeated in three cases: the server was not reached; it refused the call for now (429, or 503 with
 * {@code Retry-After}), so it did nothing; or the connection broke after the request was sent and the request is
 * {@linkplain ServerRequest#repeatable repeatable}. Any other write whose connection broke has an unknown outcome.
 *
 * <p>Thread-safe.
 */
final class ServerConnection {

    private static final int TOO_MANY = 429;
    private static final int UNAVAILABLE = 503;

    private final URI address;
    private final @Nullable String key;
    private final ClientOptions options;
    private final HttpClient http;
    private volatile boolean closed;

    ServerConnection(URI uri, @Nullable String key, ClientOptions options) {
        boolean isHttp = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
        if (!isHttp || uri.getHost() == null || uri.getQuery() != null || uri.getUserInfo() != null) {
            throw new IllegalArgumentException("uri is '" + uri.getScheme() + "://" + uri.getHost()
                    + "…'; use the address of a server without user and query, such as http://127.0.0.1:7411");
        }
        String text = uri.toString();
        this.address = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
        this.key = key;
        this.options = options;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(options.connectTimeout())
                .build();
    }

    /** Sends a request and returns the object of the answer. */
    JsonFields send(ServerRequest request) {
        return read(exchange(request, BodyHandlers.ofString()).body());
    }

    /** Sends a request, and returns empty if what its path names is missing. */
    Optional<JsonFields> find(ServerRequest request) {
        try {
            return Optional.of(send(request));
        } catch (ServerProblem.MissingException missing) {
            return Optional.empty();
        }
    }

    /** Sends a request whose answer is an array of objects. */
    List<JsonFields> sendForList(ServerRequest request) {
        String body = exchange(request, BodyHandlers.ofString()).body();
        return read("{\"list\":" + body + "}").list("list");
    }

    /** Sends a request whose answer is one object on each line, read on demand. */
    Stream<JsonFields> lines(ServerRequest request) {
        Stream<String> lines = exchange(request, BodyHandlers.ofLines()).body();
        return new BrokenStream(address)
                .guarded(lines)
                .filter(line -> !line.isBlank())
                .map(ServerConnection::read);
    }

    void close() {
        closed = true;
    }

    private static JsonFields read(String body) {
        try {
            Map<String, @Nullable Object> object = PlainJson.readObject(body);
            return new JsonFields(object);
        } catch (IllegalArgumentException e) {
            throw new StoreException(
                    "the answer is no JSON object; check that the address is one of a Daybook server", e, false);
        }
    }

    private <T> HttpResponse<T> exchange(ServerRequest request, BodyHandler<T> handler) {
        if (closed) {
            throw new IllegalStateException("the daybook is closed; connect again");
        }
        long end = System.nanoTime() + options.timeout().plus(request.extra()).toNanos();
        int attempt = 1;
        while (true) {
            long left = Math.max(1, end - System.nanoTime());
            RuntimeException failure;
            Duration pause = options.pause().multipliedBy(1L << Math.min(attempt - 1, 16));
            try {
                HttpResponse<T> response = http.send(built(request, left), handler);
                if (response.statusCode() < 300) {
                    return response;
                }
                ServerProblem problem = ServerProblem.of(response);
                failure = problem.exception(address);
                Optional<Duration> later = problem.retryAfter();
                boolean isPassing =
                        response.statusCode() == TOO_MANY || response.statusCode() == UNAVAILABLE && later.isPresent();
                if (!isPassing) {
                    throw failure;
                }
                pause = later.orElse(pause);
            } catch (ConnectException | HttpConnectTimeoutException e) {
                failure = notReached(e);
            } catch (IOException e) {
                failure = request.repeatable() ? broken(e) : unknown(request, e);
                if (!request.repeatable()) {
                    throw failure;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw request.repeatable() ? broken(e) : unknown(request, e);
            }
            if (attempt >= options.attempts() || System.nanoTime() + pause.toNanos() >= end) {
                throw failure;
            }
            sleep(pause, failure);
            attempt++;
        }
    }

    private HttpRequest built(ServerRequest request, long leftNanos) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(address + request.target()))
                .timeout(Duration.ofNanos(leftNanos))
                .method(
                        request.method(),
                        request.body() == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(request.body()));
        if (request.body() != null) {
            builder.header("Content-Type", "application/json");
        }
        if (request.ifMatch() != null) {
            builder.header("If-Match", request.ifMatch());
        }
        if (key != null) {
            builder.header("Authorization", "Bearer " + key);
        }
        return builder.build();
    }

    private static void sleep(Duration pause, RuntimeException failure) {
        try {
            Thread.sleep(pause.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure;
        }
    }

    private StoreException notReached(IOException cause) {
        return new StoreException(
                "no server was reached at " + address + "; start it with 'daybook serve', or check the address",
                cause,
                true);
    }

    private StoreException broken(Exception cause) {
        return new StoreException(
                "the connection to the server at " + address + " broke before its answer; nothing is lost, try again",
                cause,
                true);
    }

    private StoreException unknown(ServerRequest request, Exception cause) {
        return StoreException.unknownOutcome(
                "the connection to the server at " + address + " broke before the answer to a " + request.method()
                        + ", so it may have been done or not; read again before you repeat it",
                cause);
    }

    /** Turns a connection that breaks within a stream into an exception of the library. */
    private record BrokenStream(URI address) {

        Stream<String> guarded(Stream<String> lines) {
            var each = lines.iterator();
            return Stream.iterate(next(each), line -> line != null, line -> next(each))
                    .onClose(lines::close);
        }

        private @Nullable String next(java.util.Iterator<String> each) {
            try {
                return each.hasNext() ? each.next() : null;
            } catch (UncheckedIOException e) {
                throw new StoreException(
                        "the server at " + address + " broke off its answer, because an entry cannot be read or the"
                                + " connection broke; try again, and check the server with 'daybook doctor'",
                        e,
                        true);
            }
        }
    }
}
