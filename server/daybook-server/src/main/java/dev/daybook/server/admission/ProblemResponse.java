package dev.daybook.server.admission;

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

    ProblemResponse(Throwable failure) {
        this(Problem.of(failure));
    }

    ProblemResponse(Problem problem) {
        this.problem = problem;
        this.body = problem.json().getBytes(StandardCharsets.UTF_8);
    }

    String code() {
        return problem.code();
    }

    void write(Response response, Callback callback) {
        response.setStatus(problem.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
        problem.headers().forEach(response.getHeaders()::put);
        response.write(true, ByteBuffer.wrap(body), callback);
    }
}
