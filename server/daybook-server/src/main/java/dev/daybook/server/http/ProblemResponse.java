package dev.daybook.server.http;

import dev.daybook.server.problem.OverloadedException;
import dev.daybook.server.problem.Problem;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Writes a problem as a Jetty response, for requests refused before routing. */
final class ProblemResponse {

    private final Problem problem;
    private final byte[] body;
    private final String retryAfter;

    ProblemResponse(Throwable failure) {
        this(
                Problem.of(failure),
                failure instanceof OverloadedException overloadedException
                        ? overloadedException.retryAfterSeconds()
                        : 0);
    }

    ProblemResponse(Problem problem) {
        this(problem, 0);
    }

    private ProblemResponse(Problem problem, int retryAfterSeconds) {
        this.problem = problem;
        this.body = problem.json().getBytes(StandardCharsets.UTF_8);
        this.retryAfter = retryAfterSeconds == 0 ? "" : Integer.toString(retryAfterSeconds);
    }

    String code() {
        return problem.code();
    }

    void write(Response response, Callback callback) {
        response.setStatus(problem.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, RequestDispatcher.PROBLEM);
        if (!retryAfter.isEmpty()) {
            response.getHeaders().put(HttpHeader.RETRY_AFTER, retryAfter);
        }
        if (problem.status() == 401) {
            response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
        }
        response.write(true, ByteBuffer.wrap(body), callback);
    }
}
