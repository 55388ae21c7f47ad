package dev.daybook.client;

import dev.daybook.error.StoreException;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.query.ClientOptions;
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
import java.util.Iterator;
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
    private final ClientOptions options;
    private final HttpClient http;
    private volatile boolean closed;

    ServerConnection(URI server, ClientOptions options) {
        boolean isHttp = "http".equalsIgnoreCase(server.getScheme()) || "https".equalsIgnoreCase(server.getScheme());
        if (!isHttp || server.getHost() == null || server.getQuery() != null || server.getUserInfo() != null) {
            throw new IllegalArgumentException("server is '" + server.getScheme() + "://" + server.getHost()
                    + "…'; use the address of a server without user and query, such as http://127.0.0.1:7411");
        }
        String text = server.toString();
        this.address = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
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
        Duration pause = options.pause();
        RuntimeException unknownOutcome = null;
        for (int attempt = 1; ; attempt++) {
            try {
                return attempt(request, handler, Math.max(1, end - System.nanoTime()));
            } catch (PassingFailure passing) {
                // After an attempt that may have arrived, a later one that did not says nothing about the outcome.
                if (unknownOutcome == null && passing.mayHaveArrived()) {
                    unknownOutcome = passing.failure();
                }
                RuntimeException failure = unknownOutcome == null ? passing.failure() : unknownOutcome;
                Duration wait = passing.retryAfter().orElse(pause);
                if (attempt >= options.attempts() || System.nanoTime() + wait.toNanos() >= end) {
                    throw failure;
                }
                sleep(wait, failure);
                pause = pause.multipliedBy(2);
            }
        }
    }

    /** A failure after which another attempt may be made. */
    private static final class PassingFailure extends Exception {

        private static final long serialVersionUID = 1L;

        private final RuntimeException failure;
        private final transient @Nullable Duration retryAfter;
        private final boolean mayHaveArrived;

        PassingFailure(RuntimeException failure, @Nullable Duration retryAfter, boolean mayHaveArrived) {
            super(failure);
            this.failure = failure;
            this.retryAfter = retryAfter;
            this.mayHaveArrived = mayHaveArrived;
        }

        RuntimeException failure() {
            return failure;
        }

        Optional<Duration> retryAfter() {
            return Optional.ofNullable(retryAfter);
        }

        boolean mayHaveArrived() {
            return mayHaveArrived;
        }
    }

    private <T> HttpResponse<T> attempt(ServerRequest request, BodyHandler<T> handler, long leftNanos)
            throws PassingFailure {
        try {
            return accepted(http.send(built(request, leftNanos), handler));
        } catch (ConnectException | HttpConnectTimeoutException e) {
            throw new PassingFailure(notReached(e), null, false);
        } catch (IOException e) {
            if (!request.repeatable()) {
                throw unanswered(request, e);
            }
            throw new PassingFailure(unanswered(request, e), null, true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unanswered(request, e);
        }
    }

    private <T> HttpResponse<T> accepted(HttpResponse<T> response) throws PassingFailure {
        int status = response.statusCode();
        if (status < 300) {
            return response;
        }
        ServerProblem problem = ServerProblem.of(response);
        RuntimeException refusal = problem.exception(address);
        Duration retryAfter = problem.retryAfter().orElse(null);
        if (status == TOO_MANY || status == UNAVAILABLE && retryAfter != null) {
            throw new PassingFailure(refusal, retryAfter, false);
        }
        throw refusal;
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
        ConditionHeaders.of(request.condition()).forEach(builder::header);
        String key = options.key();
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
                "no server was reached at " + address
                        + ", so the call had no effect; start it with 'daybook serve', or check the address",
                cause,
                true);
    }

    /** Returns the failure of a request that was sent and not answered. */
    private StoreException unanswered(ServerRequest request, Exception cause) {
        String broken = "the server at " + address + " gave no answer to a " + request.method()
                + ", because the connection broke or the time was over";
        if (!request.ids().isEmpty()) {
            return StoreException.unknownOutcome(broken + ", so it may have been done or not", cause)
                    .of(request.ids());
        }
        return request.repeatable()
                ? new StoreException(broken + "; try again", cause, true)
                : StoreException.unknownOutcome(
                        broken + ", so it may have been done or not; read again before you repeat it", cause);
    }

    /** Turns a connection that breaks within a stream into an exception of the library. */
    private record BrokenStream(URI address) {

        Stream<String> guarded(Stream<String> lines) {
            var each = lines.iterator();
            return Stream.iterate(next(each), Optional::isPresent, line -> next(each))
                    .flatMap(Optional::stream)
                    .onClose(lines::close);
        }

        private Optional<String> next(Iterator<String> each) {
            try {
                return each.hasNext() ? Optional.of(each.next()) : Optional.empty();
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
