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
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * The connection to one server: sends requests, repeats them within the bounds of its options, and turns refusals into
 * the exceptions of the library.
 *
 * <p>An attempt is repeated in three cases: the server was not reached; it refused the call for now (429, or 503 with
 * {@code Retry-After}), so it did nothing; or the connection broke after the request was sent, or a proxy gave up (502, 503 or
 * 504 without a problem document), and the request is {@linkplain ServerRequest#repeatable repeatable}. Any other write
 * without an answer has an unknown outcome.
 *
 * <p>With {@link ClientOptions#failFast} a server that is away costs one call {@link ClientOptions#connectTimeout}, and the
 * calls after it nothing: see {@link CircuitBreaker}.
 *
 * <p>Thread-safe.
 */
final class ServerConnection {

    static final int TOO_MANY = 429;
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
        Optional<String> cursor = Optional.empty();
        do {
            cursor = send(request.with("cursor", cursor.orElse(null)), page -> {
                all.addAll(having(field, page).texts(field));
                return Optional.ofNullable(page.optionalText("next"));
            });
        } while (cursor.isPresent());
        return all;
    }

    /**
     * Sends a request and decodes the object of the answer. An answer that the decoding refuses comes from the world, such as
     * from a proxy that answers itself, and is no mistake of the caller.
     *
     * @throws StoreException if the decoding refuses the answer; of unknown outcome if the request may have changed something
     *     and may not be repeated as it is
     */
    <T> T send(ServerRequest request, Function<JsonFields, T> decoding) {
        return decoded(request, exchange(request, BodyHandlers.ofString()).body(), decoding);
    }

    /** As {@link #send}, and returns empty if what the path of the request names is missing. */
    <T> Optional<T> find(ServerRequest request, Function<JsonFields, T> decoding) {
        try {
            return Optional.of(send(request, decoding));
        } catch (ServerProblem.MissingException missing) {
            return Optional.empty();
        }
    }

    /** As {@link #send}, for an answer that is an array of a number of objects; decodes each. */
    <T> List<T> sendForList(ServerRequest request, int number, Function<JsonFields, T> decoding) {
        String body = exchange(request, BodyHandlers.ofString()).body();
        return decoded(request, "{\"list\":" + body + "}", answer -> list("list", number, answer, decoding));
    }

    /**
     * Returns the objects of a field.
     *
     * @throws IllegalArgumentException if their number is another one than that of what was sent
     */
    static <T> List<T> list(String field, int number, JsonFields answer, Function<JsonFields, T> decoding) {
        List<JsonFields> list = having(field, answer).list(field);
        if (list.size() != number) {
            throw new IllegalArgumentException(list.size() + " answers to " + number + " entries");
        }
        return list.stream().map(decoding).toList();
    }

    /**
     * As {@link #send}, for an answer that is one object on each line, read and decoded on demand. The timeout of a call is that
     * of its begin, and of each line.
     */
    <T> Stream<T> lines(ServerRequest request, Function<JsonFields, T> decoding) {
        HttpResponse<InputStream> answer = exchange(request, AnswerLines::handle);
        String type = answer.headers().firstValue("Content-Type").orElse("none");
        InputStream body = answer.body();
        // No lines of another server would pass for a memory without entries.
        if (!type.startsWith(PlainJson.LINES_TYPE)) {
            AnswerLines.discard(body);
            throw new StoreException(
                    foreign("its content type is " + type + ", not " + PlainJson.LINES_TYPE), null, false);
        }
        return new AnswerLines(body, options.timeout(), address)
                .stream().filter(line -> !line.isBlank()).map(line -> decoded(request, line, decoding));
    }

    private static <T> T decoded(ServerRequest request, String body, Function<JsonFields, T> decoding) {
        try {
            return decoding.apply(new JsonFields(PlainJson.readObject(body)));
        } catch (IllegalArgumentException e) {
            String foreign = foreign(e.getMessage());
            if (request.repeatable() && request.ids().isEmpty()) {
                throw new StoreException(foreign, e, false);
            }
            throw unknownOutcome(request, foreign + "; what was asked may have been done or not", e);
        }
    }

    private static String foreign(@Nullable String why) {
        return "the answer is none of a Daybook server of this version (" + why
                + "); check the address, and that no proxy answers in its place";
    }

    /** Returns the failure of a request that may have been done, with the ids to repeat it. */
    private static StoreException unknownOutcome(ServerRequest request, String message, Exception cause) {
        StoreException unknown = StoreException.unknownOutcome(message, cause);
        return request.ids().isEmpty() ? unknown : unknown.of(request.ids());
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

    void close() {
        closed = true;
        breaker.end();
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
            return accepted(request, breaker.send(sent, handler, System.nanoTime() + leftNanos + BODY_GRACE.toNanos()));
        } catch (ConnectException | HttpConnectTimeoutException e) {
            throw new PassingFailure(notReached(e), PassingFailure.End.NOT_REACHED);
        } catch (SSLHandshakeException e) {
            if (isCertificateRefused(e)) {
                throw refusedCertificate(e);
            }
            throw new PassingFailure(notReached(e), PassingFailure.End.NOT_REACHED);
        } catch (IOException e) {
            throw passing(request, unanswered(request, "the connection broke or the time was over", e), null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unanswered(request, "the thread was interrupted", e);
        }
    }

    /** Returns the failure of a request without an answer, if another attempt may be made; throws it otherwise. */
    private PassingFailure passing(ServerRequest request, StoreException failure, @Nullable Duration retryAfter) {
        PassingFailure passing = new PassingFailure(failure, PassingFailure.End.UNANSWERED, retryAfter);
        if (!request.repeatable()) {
            stopped(passing);
            throw failure;
        }
        return passing;
    }

    private <T> HttpResponse<T> accepted(ServerRequest request, HttpResponse<T> response) throws PassingFailure {
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
        if (problem.isOfProxy()) {
            throw passing(
                    request, unanswered(request, "a proxy answered " + status + " in its place", refusal), retryAfter);
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
    private StoreException unanswered(ServerRequest request, String why, Exception cause) {
        String broken = "the server at " + address + " gave no answer to a " + request.method() + ", because " + why;
        if (!request.ids().isEmpty()) {
            return unknownOutcome(request, broken + ", so it may have been done or not", cause);
        }
        return request.repeatable()
                ? new StoreException(broken + "; try again", cause, true)
                : unknownOutcome(
                        request, broken + ", so it may have been done or not; read again before you repeat it", cause);
    }
}
