package dev.daybook.client;

import dev.daybook.error.StoreException;
import dev.daybook.internal.checks.WaitTime;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.observe.CallWatch;
import dev.daybook.query.ClientOptions;
import dev.daybook.spi.CallObserver;
import dev.daybook.spi.CallResult;
import dev.daybook.spi.ObservedCall;
import dev.daybook.spi.ObservedCall.MemoryCall;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * The connection to one server: sends requests, repeats them within the bounds of its options, and turns refusals into
 * the exceptions of the library.
 *
 * <p>An attempt is repeated in three cases: the server was not reached; it refused the call for now (429, or 503 with
 * {@code Retry-After}), so it did nothing; or the connection broke after the request was sent and the request is
 * {@linkplain ServerRequest#repeatable repeatable}. Any other write whose connection broke has an unknown outcome.
 *
 * <p>With {@link ClientOptions#failFast} a server that is away costs one call {@link ClientOptions#connectTimeout}, and the
 * calls after it nothing: see {@link CircuitBreaker}.
 *
 * <p>Thread-safe.
 */
final class ServerConnection {

    private static final int TOO_MANY = 429;
    private static final int UNAVAILABLE = 503;
    private static final int MAX_PORT = 65_535;

    /**
     * The timeout of the JDK's client ends with the headers of an answer, and tells a server that was not reached from one
     * that does not answer, so it comes first. The time of a body ends this much later.
     */
    private static final Duration BODY_GRACE = Duration.ofMillis(100);

    /** Names of users; a page of them is a fraction of a megabyte. */
    private static final int TEXTS_AT_A_TIME = 5_000;

    private final URI address;
    private final ClientOptions options;
    private final HttpClient http;
    private final CallWatch watch;
    private final CircuitBreaker breaker;
    private volatile boolean closed;

    ServerConnection(URI server, ClientOptions options, CallObserver observer) {
        this.address = checked(server);
        this.options = options;
        this.watch = new CallWatch(observer);
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofNanos(WaitTime.nanos(options.connectTimeout())))
                .build();
        this.breaker = new CircuitBreaker(address, http, options.failFast());
    }

    /** Returns the address without a slash at its end. */
    private static URI checked(URI server) {
        boolean isHttp = "http".equalsIgnoreCase(server.getScheme()) || "https".equalsIgnoreCase(server.getScheme());
        boolean isPlain = server.getQuery() == null && server.getUserInfo() == null && server.getFragment() == null;
        if (!isHttp || server.getHost() == null || !isPlain || server.getPort() > MAX_PORT) {
            String port = server.getPort() < 0 ? "" : ":" + server.getPort();
            throw new IllegalArgumentException("server is '" + server.getScheme() + "://" + server.getHost() + port
                    + "…'; use the address of a server without user, query and fragment, with a port up to " + MAX_PORT
                    + ", such as http://127.0.0.1:7411");
        }
        String text = server.toString();
        return URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    }

    /** Returns the texts of a list, which is read page by page. */
    List<String> texts(String path, String field) {
        ServerRequest request = ServerRequest.get(path).with("limit", TEXTS_AT_A_TIME);
        List<String> all = new ArrayList<>();
        String cursor = null;
        do {
            JsonFields page = send(request.with("cursor", cursor));
            all.addAll(decoded(page, answer -> having(field, answer).texts(field)));
            cursor = page.optionalText("next");
        } while (cursor != null);
        return all;
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

    /**
     * Sends a write and decodes its answer.
     *
     * @throws StoreException of unknown outcome if the answer is none of a Daybook server: the write may have been done
     */
    <T> T write(ServerRequest request, Function<JsonFields, T> decoding) {
        String body = exchange(request, BodyHandlers.ofString()).body();
        return written(request, () -> decoding.apply(new JsonFields(PlainJson.readObject(body))));
    }

    /** Sends a write whose answer is an array of objects, and decodes each; else as {@link #write}. */
    <T> List<T> writeAll(ServerRequest request, Function<JsonFields, T> decoding) {
        String body = exchange(request, BodyHandlers.ofString()).body();
        return written(
                request,
                () -> new JsonFields(PlainJson.readObject("{\"list\":" + body + "}"))
                        .list("list").stream().map(decoding).toList());
    }

    private static <T> T written(ServerRequest request, Supplier<T> decoding) {
        try {
            return decoding.get();
        } catch (IllegalArgumentException e) {
            StoreException unknown =
                    StoreException.unknownOutcome(foreign(e) + "; the write may have been done or not", e);
            throw request.ids().isEmpty() ? unknown : unknown.of(request.ids());
        }
    }

    /**
     * Sends a request whose answer is one object on each line, read on demand. The timeout of a call is that of its begin, and
     * of each line.
     */
    Stream<JsonFields> lines(ServerRequest request) {
        InputStream body = exchange(request, AnswerLines::handle).body();
        return new AnswerLines(body, options.timeout(), address)
                .stream().filter(line -> !line.isBlank()).map(ServerConnection::read);
    }

    /**
     * Decodes an answer. One without the fields of a Daybook server is a failure of the world, such as a proxy that answers
     * itself, and no mistake of the caller.
     *
     * @throws StoreException if the decoding refuses the answer
     */
    static <T> T decoded(JsonFields answer, Function<JsonFields, T> decoding) {
        try {
            return decoding.apply(answer);
        } catch (IllegalArgumentException e) {
            throw new StoreException(foreign(e), e, false);
        }
    }

    /**
     * Returns an answer that has a field. One of another server without it would pass for a memory without entries.
     *
     * @throws IllegalArgumentException if the field is missing
     */
    static JsonFields having(String field, JsonFields answer) {
        if (!answer.has(field)) {
            throw answer.missing(field, "use the address of a Daybook server");
        }
        return answer;
    }

    private static String foreign(IllegalArgumentException refusal) {
        return "the answer is none of a Daybook server of this version (" + refusal.getMessage()
                + "); check the address, and that no proxy answers in its place";
    }

    void close() {
        closed = true;
        breaker.end();
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
        return watch.run(
                () -> observed(request), trace -> exchange(request, trace, handler), answer -> CallResult.PLAIN);
    }

    private ObservedCall observed(ServerRequest request) {
        MemoryCall call = request.call();
        return call == null
                ? new ObservedCall.ServerCall(request.method(), address)
                : new MemoryCall(call.verb(), call.scope(), call.session(), call.question(), address);
    }

    /** @param trace the headers that continue the trace */
    private <T> HttpResponse<T> exchange(ServerRequest request, Map<String, String> trace, BodyHandler<T> handler) {
        breaker.failure().ifPresent(away -> {
            throw away;
        });
        long begin = System.nanoTime();
        long end = begin + WaitTime.nanos(options.timeout()) + WaitTime.nanos(request.extra());
        Duration pause = options.pause();
        RuntimeException unknownOutcome = null;
        for (int attempt = 1; ; attempt++) {
            try {
                return attempt(request, trace, handler, Math.max(1, end - System.nanoTime()));
            } catch (PassingFailure passing) {
                // After an attempt that may have arrived, a later one that did not says nothing about the outcome.
                if (unknownOutcome == null && passing.end() == PassingFailure.End.UNANSWERED) {
                    unknownOutcome = passing.failure();
                }
                RuntimeException failure = unknownOutcome == null ? passing.failure() : unknownOutcome;
                Duration wait = passing.retryAfter().orElse(pause);
                long last = passing.end() == PassingFailure.End.NOT_REACHED && options.failFast()
                        ? Math.min(end, begin + WaitTime.nanos(options.connectTimeout()))
                        : end;
                // Another attempt at a server that answers nothing would take as long again.
                boolean isAway = breaker.failure().isPresent();
                if (isAway || attempt >= options.attempts() || WaitTime.nanos(wait) >= last - System.nanoTime()) {
                    stopped(passing);
                    throw failure;
                }
                sleep(wait, failure);
                pause = pause.multipliedBy(2);
            }
        }
    }

    /** Fails the next calls at once if the server is away. */
    private void stopped(PassingFailure last) {
        if (!options.failFast()) {
            return;
        }
        switch (last.end()) {
            case NOT_REACHED ->
                breaker.open(Objects.requireNonNullElse(last.failure().getCause(), last.failure()));
            case UNANSWERED -> breaker.check();
            case REFUSED -> {}
        }
    }

    private <T> HttpResponse<T> attempt(
            ServerRequest request, Map<String, String> trace, BodyHandler<T> handler, long leftNanos)
            throws PassingFailure {
        try {
            HttpRequest sent = built(request, trace, leftNanos);
            return accepted(breaker.send(sent, handler, System.nanoTime() + leftNanos + BODY_GRACE.toNanos()));
        } catch (ConnectException | HttpConnectTimeoutException e) {
            throw new PassingFailure(notReached(e), PassingFailure.End.NOT_REACHED);
        } catch (SSLHandshakeException e) {
            if (isCertificateRefused(e)) {
                throw refusedCertificate(e);
            }
            throw new PassingFailure(notReached(e), PassingFailure.End.NOT_REACHED);
        } catch (IOException e) {
            PassingFailure passing = new PassingFailure(unanswered(request, e), PassingFailure.End.UNANSWERED);
            if (!request.repeatable()) {
                stopped(passing);
                throw passing.failure();
            }
            throw passing;
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
            throw new PassingFailure(refusal, PassingFailure.End.REFUSED, retryAfter);
        }
        throw refusal;
    }

    private HttpRequest built(ServerRequest request, Map<String, String> trace, long leftNanos) {
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
        trace.forEach(builder::header);
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

    private static boolean isCertificateRefused(Throwable failure) {
        return failure instanceof CertificateException
                || failure.getCause() != null && isCertificateRefused(failure.getCause());
    }

    /** No further attempt would find another certificate. */
    private StoreException refusedCertificate(SSLHandshakeException cause) {
        return new StoreException(
                "the certificate of the server at " + address + " is not trusted (" + cause.getMessage()
                        + "), so the call had no effect; add its issuer to the truststore of this process"
                        + " (javax.net.ssl.trustStore), or use the host name that the certificate names",
                cause,
                false);
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
        String broken = "the server at " + address + " gave no answer to a " + request.method() + ", because "
                + (cause instanceof InterruptedException
                        ? "the thread was interrupted"
                        : "the connection broke or the time was over");
        if (!request.ids().isEmpty()) {
            return StoreException.unknownOutcome(broken + ", so it may have been done or not", cause)
                    .of(request.ids());
        }
        return request.repeatable()
                ? new StoreException(broken + "; try again", cause, true)
                : StoreException.unknownOutcome(
                        broken + ", so it may have been done or not; read again before you repeat it", cause);
    }
}
