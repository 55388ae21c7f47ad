package dev.daybook.server.http;

import dev.daybook.error.StoreException;
import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.mcp.McpServlet;
import dev.daybook.server.problem.OverloadedException;
import dev.daybook.server.problem.TooLargeException;
import dev.daybook.server.problem.UnauthorizedException;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Admission control of request bodies: authenticates the sender and reserves heap before a body is read, and reads it
 * before its call has a thread. So neither large nor slow bodies block other callers. An import is not read here but
 * while it is written, see {@link ImportStream}.
 */
final class BodyAdmissionHandler extends Handler.Wrapper {

    private static final String BODY = "dev.daybook.body";
    private static final String CALLER = "dev.daybook.caller";
    private static final String CALLS = "/v1/";
    private static final String IMPORT = "/import";

    /**
     * The part of a refused body that is read and dropped, because most clients send the whole body before they read an
     * answer: they would see a broken connection instead of the reason.
     */
    private static final long MAX_DROPPED = 64L << 20;

    private final RequestGuard requestGuard;
    private final HeapBudget budget;
    private final ServerLimits limits;
    private final ServerMetrics metrics;
    private final long maxBody;

    BodyAdmissionHandler(
            RequestGuard requestGuard, HeapBudget budget, ServerLimits limits, ServerMetrics metrics, long maxBody) {
        this.requestGuard = requestGuard;
        this.budget = budget;
        this.limits = limits;
        this.metrics = metrics;
        this.maxBody = maxBody;
    }

    /** Returns the body of a request; empty if it has none. */
    static byte[] body(HttpServletRequest request) {
        return request.getAttribute(BODY) instanceof byte[] bytes ? bytes : new byte[0];
    }

    /** Returns the authenticated sender of the body; null without a body. */
    static @Nullable AuthenticatedCaller caller(HttpServletRequest request) {
        return request.getAttribute(CALLER) instanceof AuthenticatedCaller caller ? caller : null;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = Request.getPathInContext(request);
        boolean isMcp = path.equals(McpServlet.PATH);
        if (!hasBody(request) || !isMcp && (!path.startsWith(CALLS) || path.endsWith(IMPORT))) {
            return super.handle(request, response, callback);
        }
        if (!requestGuard.admits(
                request.getHeaders().get(HttpHeader.HOST), request.getHeaders().get(HttpHeader.ORIGIN))) {
            // Refused without reading the body.
            return super.handle(request, response, callback);
        }
        String authorization = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        AuthenticatedCaller caller;
        try {
            // The MCP servlet counts its calls itself.
            caller = isMcp ? requestGuard.known(authorization) : requestGuard.caller(authorization);
        } catch (UnauthorizedException | OverloadedException | StoreException e) {
            refuse(e, response, callback);
            return true;
        }
        request.setAttribute(CALLER, caller);
        BodyCost cost = isMcp ? BodyCost.MCP : BodyCost.REST;
        new Reading(request, response, callback, cost, budget.open(RequestGuard.id(caller))).begin();
        return true;
    }

    private static boolean hasBody(Request request) {
        return request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    }

    private void refuse(Throwable refusal, Response response, Callback callback) {
        ProblemResponse problem = new ProblemResponse(refusal);
        metrics.failed(problem.code());
        problem.write(response, callback);
    }

    /** One body being read. */
    private final class Reading implements BodyReading.Listener {
        private final Request request;
        private final Response response;
        private final Callback callback;
        private final BodyCost cost;
        private final HeapBudget.CallReservation share;
        private final BodyReading body;
        private final boolean isLengthKnown;
        private long arrived;
        private @Nullable RuntimeException refusal;

        Reading(
                Request request,
                Response response,
                Callback callback,
                BodyCost cost,
                HeapBudget.CallReservation share) {
            this.request = request;
            this.response = response;
            this.callback = Callback.from(callback, share::close);
            this.cost = cost;
            this.share = share;
            this.isLengthKnown = request.getLength() >= 0;
            this.body = new BodyReading(request, request.getLength(), limits, this);
        }

        void begin() {
            long length = request.getLength();
            try {
                if (length > maxBody) {
                    throw tooLarge();
                }
                if (isLengthKnown) {
                    share.take(cost.ofBytes(length));
                }
            } catch (TooLargeException | OverloadedException e) {
                if (waitsForLeave() || length > MAX_DROPPED) {
                    refuse(e, response, callback);
                    return;
                }
                giveUp(e);
            }
            body.read();
        }

        /** A client that waits for "100 Continue" has sent nothing yet, and reads the answer. */
        private boolean waitsForLeave() {
            String expected = request.getHeaders().get(HttpHeader.EXPECT);
            return expected != null && expected.toLowerCase(Locale.ROOT).contains("100-continue");
        }

        private void giveUp(RuntimeException reason) {
            refusal = reason;
            share.close();
            body.drop();
        }

        private TooLargeException tooLarge() {
            return new TooLargeException("the body has more than " + maxBody + " bytes; send less at a time");
        }

        @Override
        public void arrived(int more) {
            arrived += more;
            if (refusal == null && !isLengthKnown) {
                try {
                    if (arrived > maxBody) {
                        throw tooLarge();
                    }
                    share.take(cost.ofBytes(more));
                } catch (TooLargeException | OverloadedException e) {
                    giveUp(e);
                }
            }
            if (refusal != null && arrived > MAX_DROPPED) {
                body.stop();
                refuse(refusal, response, callback);
            }
        }

        @Override
        public void complete(byte[] bytes) {
            try {
                if (refusal != null) {
                    throw refusal;
                }
                share.take(cost.ofParts(bytes));
            } catch (TooLargeException | OverloadedException e) {
                refuse(e, response, callback);
                return;
            }
            request.setAttribute(BODY, bytes);
            request.setAttribute(McpServlet.ROOM, share.answer());
            pass(new WithBody(request, bytes));
        }

        private void pass(Request whole) {
            try {
                if (!BodyAdmissionHandler.super.handle(whole, response, callback)) {
                    Response.writeError(whole, response, callback, 404);
                }
            } catch (Exception | Error e) {
                Response.writeError(whole, response, callback, e);
            }
        }

        @Override
        public void failed(Throwable failure) {
            if (failure instanceof TimeoutException) {
                metrics.failed(ProblemErrorHandler.TOO_SLOW.code());
                callback.failed(new HttpException.RuntimeException(ProblemErrorHandler.TOO_SLOW.status(), failure));
            } else {
                callback.failed(failure);
            }
        }
    }

    /** A request with a buffered body, which can be read again as a stream. */
    private static final class WithBody extends Request.Wrapper {
        private Content.@Nullable Chunk next;

        WithBody(Request request, byte[] bytes) {
            super(request);
            next = Content.Chunk.from(ByteBuffer.wrap(bytes).asReadOnlyBuffer(), true);
        }

        @Override
        public Content.Chunk read() {
            Content.Chunk chunk = next;
            next = Content.Chunk.EOF;
            return chunk == null ? Content.Chunk.EOF : chunk;
        }

        @Override
        public void demand(Runnable more) {
            more.run();
        }

        @Override
        public void fail(Throwable failure) {
            next = Content.Chunk.from(failure, true);
        }
    }
}
