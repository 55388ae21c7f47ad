package dev.daybook.server.admission;

import dev.daybook.error.StoreException;
import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.mcp.McpServlet;
import dev.daybook.server.problem.OverloadedException;
import dev.daybook.server.problem.UnauthorizedException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.content.ByteBufferContentSource;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Admission control of request bodies: authenticates the sender and reserves heap before a body is read, and reads it
 * before its call has a thread. So neither large nor slow bodies block other callers. An import is not read here but
 * while it is written, line by line.
 */
final class BodyAdmissionHandler extends Handler.Wrapper {

    private static final String CALLS = "/v1/";

    static final String BODY = McpServlet.BODY;
    static final String CALLER = "dev.daybook.caller";
    private static final String IMPORT = "/import";

    private final AdmissionControl control;
    private final Consumer<String> failures;

    BodyAdmissionHandler(AdmissionControl control, Consumer<String> failures) {
        this.control = control;
        this.failures = failures;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = Request.getPathInContext(request);
        boolean isMcp = path.equals(McpServlet.PATH);
        boolean isProxied = path.startsWith(AdmissionControl.PROXY);
        boolean isCall = isMcp || isProxied || isCall(path) && !path.endsWith(IMPORT);
        HttpFields headers = request.getHeaders();
        boolean hasBody = request.getLength() > 0 || headers.contains(HttpHeader.TRANSFER_ENCODING);
        // A request from a foreign page is refused without reading its body.
        if (!hasBody
                || !isCall
                || !control.guard().admits(headers.get(HttpHeader.HOST), headers.get(HttpHeader.ORIGIN))) {
            return super.handle(request, response, callback);
        }
        String authorization = RequestGuard.credentials(request);
        AuthenticatedCaller caller;
        try {
            // The MCP servlet counts its calls itself.
            caller = isMcp
                    ? control.guard().known(authorization)
                    : isProxied
                            ? control.guard().proxied(authorization)
                            : control.guard().caller(authorization);
        } catch (UnauthorizedException | OverloadedException | StoreException e) {
            refuse(e, response, callback);
            return true;
        }
        request.setAttribute(CALLER, caller);
        HeapBudget.CallReservation share = control.budget().open(RequestGuard.id(caller));
        new AdmittedBody(request, response, Callback.from(callback, share::close), share).begin();
        return true;
    }

    /** Returns whether a path is one of a call, which needs a key. */
    static boolean isCall(String path) {
        return path.startsWith(CALLS) || path.startsWith(RequestGuard.MEM0);
    }

    private void refuse(Throwable refusal, Response response, Callback callback) {
        ProblemResponse problem = new ProblemResponse(refusal);
        failures.accept(problem.code());
        problem.write(response, callback);
    }

    /** A body, and the further way of its request. */
    private final class AdmittedBody extends BodyReading {
        private final Request request;
        private final Response response;
        private final Callback callback;
        private final HeapBudget.CallReservation share;

        AdmittedBody(Request request, Response response, Callback callback, HeapBudget.CallReservation share) {
            super(request, share, control.limits(), control.maxBody());
            this.request = request;
            this.response = response;
            this.callback = callback;
            this.share = share;
        }

        @Override
        void complete(byte[] bytes) {
            HttpFields headers = request.getHeaders();
            try {
                BodyEncoding.requireUtf8(
                        bytes, headers.get(HttpHeader.CONTENT_TYPE), headers.get(HttpHeader.CONTENT_ENCODING));
            } catch (IllegalArgumentException refusal) {
                refused(refusal);
                return;
            }
            request.setAttribute(BODY, bytes);
            request.setAttribute(McpServlet.ROOM, share);
            Request whole = new WithBody(request, bytes);
            try {
                if (!BodyAdmissionHandler.super.handle(whole, response, callback)) {
                    Response.writeError(whole, response, callback, 404);
                }
            } catch (Exception | Error e) {
                Response.writeError(whole, response, callback, e);
            }
        }

        @Override
        void refused(RuntimeException refusal) {
            refuse(refusal, response, callback);
        }

        @Override
        void failed(Throwable failure) {
            if (failure instanceof TimeoutException) {
                failures.accept(ProblemErrorHandler.TOO_SLOW.code());
                callback.failed(new HttpException.RuntimeException(ProblemErrorHandler.TOO_SLOW.status(), failure));
            } else {
                callback.failed(failure);
            }
        }
    }

    /** A request with a buffered body, which can be read again as a stream. */
    private static final class WithBody extends Request.Wrapper {
        private final Content.Source body;

        WithBody(Request request, byte[] bytes) {
            super(request);
            body = new ByteBufferContentSource(ByteBuffer.wrap(bytes).asReadOnlyBuffer());
        }

        @Override
        public Content.Chunk read() {
            return body.read();
        }

        @Override
        public void demand(Runnable more) {
            body.demand(more);
        }

        @Override
        public void fail(Throwable failure) {
            body.fail(failure);
        }
    }
}
