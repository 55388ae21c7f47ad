package dev.daybook.server.proxy;

import dev.daybook.server.config.ProxySettings;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The server with the models: sends the requests of callers to it, with their headers but for those of the connection. */
final class UpstreamServer {

    private static final Duration CONNECT = Duration.ofSeconds(10);

    /** Headers of a connection or of this server. An answer is not compressed, because it is read on its way. */
    private static final Pattern OWN = Pattern.compile(
            "accept-encoding|alt-svc|authorization|connection|cookie|date|expect|forwarded|host|http2-settings|keep-alive"
                    + "|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|:.*"
                    + "|(access-control|daybook|proxy|sec|x-forwarded)-.*",
            Pattern.CASE_INSENSITIVE);

    private final ProxySettings settings;

    /** HTTP/1.1: servers of models stumble over the offer of another version. */
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();

    UpstreamServer(ProxySettings settings) {
        this.settings = settings;
    }

    /** Returns whether a header is for the other end. */
    private static boolean passes(String header, Set<String> ofConnection) {
        return !OWN.matcher(header).matches() && !ofConnection.contains(header);
    }

    /** Returns the headers of a connection, which the values of its header {@code Connection} name. */
    private static Set<String> ofConnection(List<String> values) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        values.forEach(
                value -> Stream.of(value.split(",", -1)).map(String::strip).forEach(names::add));
        return names;
    }

    /**
     * Sends a request and waits for the head of the answer.
     *
     * @param authorization the header for the upstream; null: none
     * @throws HttpTimeoutException if the head does not arrive in time
     * @throws IOException if the upstream cannot be reached, or breaks off
     */
    HttpResponse<UpstreamBody> send(HttpServletRequest given, String path, byte[] body, @Nullable String authorization)
            throws IOException, InterruptedException {
        URI address = settings.address(path, given.getQueryString());
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .method(
                        given.getMethod(),
                        body.length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body));
        Set<String> ofConnection = ofConnection(Collections.list(given.getHeaders("Connection")));
        for (String name : Collections.list(given.getHeaderNames())) {
            // The client computes the length, which a context changes.
            if (passes(name, ofConnection) && !name.equalsIgnoreCase("Content-Length")) {
                Collections.list(given.getHeaders(name)).forEach(value -> request.header(name, value));
            }
        }
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        return await(client.sendAsync(request.build(), head -> new UpstreamBody()), settings.timeout());
    }

    /** Not the timeout of a request, which includes the body in later versions of Java. */
    static HttpResponse<UpstreamBody> await(CompletableFuture<HttpResponse<UpstreamBody>> answer, Duration longest)
            throws IOException, InterruptedException {
        try {
            return answer.get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            leave(answer);
            throw new HttpTimeoutException("no answer within " + longest.toSeconds() + " s");
        } catch (InterruptedException e) {
            leave(answer);
            throw e;
        } catch (ExecutionException e) {
            throw new IOException("the upstream cannot be reached, or broke off", e.getCause());
        }
    }

    /** Ends a request that nobody awaits any more, and the answer if it arrives at this moment. */
    private static void leave(CompletableFuture<HttpResponse<UpstreamBody>> answer) {
        answer.cancel(true);
        answer.thenAccept(late -> late.body().close());
    }

    /** Copies status and headers of an answer. */
    static void copyHead(HttpResponse<?> answer, HttpServletResponse to) {
        to.setStatus(answer.statusCode());
        // Not the type that the server gives to an answer without one.
        to.setContentType(null);
        Set<String> ofConnection = ofConnection(answer.headers().allValues("Connection"));
        answer.headers().map().forEach((name, values) -> {
            if (passes(name, ofConnection)) {
                values.forEach(value -> to.addHeader(name, value));
            }
        });
    }
}
