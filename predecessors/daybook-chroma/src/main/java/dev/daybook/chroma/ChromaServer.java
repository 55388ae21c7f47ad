package dev.daybook.chroma;

import dev.daybook.error.StoreException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An HTTP client of a Chroma server. Idempotent calls are retried after a transient failure, up to three attempts with
 * growing pauses. Thread-safe.
 */
final class ChromaServer {

    static final JsonMapper JSON = JsonMapper.shared();

    private static final Pattern WORD = Pattern.compile("[A-Za-z]{1,60}");

    private static final int ATTEMPTS = 3;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private final URI url;
    private final Map<String, String> headers;
    private final Duration timeout;
    private final HttpClient http;

    ChromaServer(URI url, Map<String, String> headers, Duration timeout) {
        this.url = url;
        this.headers = Map.copyOf(headers);
        this.timeout = timeout;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(timeout)
                .build();
    }

    /** The answer of the server: a value, "not found" or "exists already". */
    record ChromaAnswer(int status, JsonNode body) {

        boolean missing() {
            return status == NOT_FOUND;
        }

        boolean taken() {
            return status == CONFLICT;
        }
    }

    URI url() {
        return url;
    }

    ChromaAnswer get(String path) {
        return repeat("GET", path, null);
    }

    /** Sends an idempotent call. */
    ChromaAnswer post(String path, ObjectNode body) {
        return repeat("POST", path, body);
    }

    /** Sends a call only once, because a retry would get a different answer. */
    ChromaAnswer postOnce(String path, ObjectNode body) {
        return once("POST", path, body);
    }

    ChromaAnswer put(String path, ObjectNode body) {
        return repeat("PUT", path, body);
    }

    ChromaAnswer delete(String path) {
        return repeat("DELETE", path, null);
    }

    private ChromaAnswer repeat(String method, String path, @Nullable ObjectNode body) {
        Duration pause = FIRST_PAUSE;
        for (int attempt = 1; ; attempt++) {
            try {
                return once(method, path, body);
            } catch (StoreException failure) {
                if (!failure.retryable()
                        || attempt == ATTEMPTS
                        || Thread.currentThread().isInterrupted()) {
                    throw failure;
                }
            }
            sleep(pause);
            pause = pause.multipliedBy(3);
        }
    }

    private void sleep(Duration pause) {
        try {
            Thread.sleep(pause.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StoreException(
                    "the wait for Chroma at " + url + " was interrupted; call again", interrupted, true);
        }
    }

    private ChromaAnswer once(String method, String path, @Nullable ObjectNode body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(timeout)
                .method(
                        method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        headers.forEach(request::header);
        HttpResponse<byte[]> response;
        try {
            response = http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException failure) {
            throw new StoreException(
                    "no answer from Chroma at " + url + " to " + method + " " + path + " (" + failure
                            + "); see that the server runs and answers within " + timeout.toMillis()
                            + " ms, then call again",
                    failure,
                    true);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StoreException("a call of Chroma at " + url + " was interrupted; call again", interrupted, true);
        }
        return answer(method + " " + path, response);
    }

    private ChromaAnswer answer(String call, HttpResponse<byte[]> response) {
        int status = response.statusCode();
        if (status == NOT_FOUND || status == CONFLICT) {
            return new ChromaAnswer(status, MissingNode.getInstance());
        }
        if (status == 401 || status == 403) {
            throw new StoreException("Chroma at " + url + " refuses " + call + " with status " + status
                    + "; give the token or header it asks for");
        }
        if (status < 200 || status > 299) {
            boolean passing = status == 429 || status >= 500 && status != 501;
            throw new StoreException(
                    "Chroma at " + url + " answered " + call + " with status " + status + reason(response.body())
                            + (passing ? "; call again later" : "; its version may not fit, this needs API v2 of 1.5"),
                    null,
                    passing);
        }
        return new ChromaAnswer(status, parse(call, response.body()));
    }

    private JsonNode parse(String call, byte[] body) {
        try {
            return JSON.readTree(body);
        } catch (JacksonException rubbish) {
            // The cause may quote stored text, so it is not passed on.
            throw new StoreException("Chroma at " + url + " answered " + call + " with " + body.length
                    + " bytes that are no JSON; see that this address is a Chroma server's");
        }
    }

    /** Returns Chroma's error code, which is short and free of stored text; other answers are not shown. */
    private static String reason(byte[] body) {
        try {
            JsonNode error = JSON.readTree(body).path("error");
            return error.isString() && WORD.matcher(error.asString()).matches() ? " (" + error.asString() + ")" : "";
        } catch (JacksonException noJson) {
            return "";
        }
    }
}
