package dev.daybook.server.admission;

import dev.daybook.server.problem.Problem;
import dev.daybook.server.problem.TooSlowException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Answers Jetty's own refusals, before routing or during shutdown, with the same problem documents as the routes. */
public final class ProblemErrorHandler implements Request.Handler {

    static final Problem TOO_SLOW =
            Problem.of(new TooSlowException("the request did not arrive in time; send it faster, or less at a time"));

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        new ProblemResponse(problem(response.getStatus())).write(response, callback);
        return true;
    }

    /** Repeats nothing of the request: it was not understood, and may hold anything. */
    static Problem problem(int status) {
        return switch (status) {
            case 404 -> Problem.notFound("nothing is here; /openapi.json lists the paths");
            case 405 -> Problem.otherMethod("this path takes other methods; /openapi.json lists them");
            case 408 -> TOO_SLOW;
            case 413 -> new Problem(413, "too_large", "Too large", "the body is too large; send less at a time");
            case 414 -> new Problem(414, "too_large", "Too large", "the path is too long; send long values in a body");
            case 431 ->
                new Problem(431, "too_large", "Too large", "the headers are too long; send fewer or shorter ones");
            case 503 -> new Problem(503, "unavailable", "Unavailable", "the server is stopping; try again later");
            default ->
                status < 500 || status == 501 || status == 505
                        ? new Problem(
                                status,
                                "invalid",
                                "Wrong usage",
                                "the request is not valid HTTP/1.1 for this server; check"
                                        + " its method, path and headers. An id with a slash in a path is '~' and the base64url of"
                                        + " its UTF-8")
                        : new Problem(status, "failed", "Failed", "internal error; try again");
        };
    }
}
