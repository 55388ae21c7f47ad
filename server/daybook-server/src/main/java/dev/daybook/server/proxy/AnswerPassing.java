package dev.daybook.server.proxy;

import dev.daybook.server.keys.AuthenticatedCaller;
import dev.daybook.server.problem.NotFoundException;
import dev.daybook.server.problem.OverloadedException;
import dev.daybook.server.problem.TooLargeException;
import dev.daybook.server.problem.UpstreamException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Passes one answer of the upstream on, byte for byte, and gives what it says to the memory. Events are passed on as they
 * arrive; the last one after the exchange is written, so whoever has read the answer finds it in the memory. A document
 * that is written too is passed on whole, for the same reason.
 */
final class AnswerPassing {

    private static final System.Logger LOG = System.getLogger("dev.daybook.server");

    private final HttpResponse<UpstreamBody> answer;
    private final CallMemory memory;
    private final boolean isStream;
    private final BooleanSupplier access;
    private final HttpServletResponse to;
    private final List<byte[]> held = new ArrayList<>();

    /** Null: the answer is not written, or is written already. */
    private @Nullable AnswerReader reader;

    private boolean isClientGone;

    /**
     * @param reader reads the answer if it is to be written; null: it is not
     * @param access whether the caller still has access to the memory, asked before each part
     */
    AnswerPassing(
            HttpResponse<UpstreamBody> answer,
            CallMemory memory,
            @Nullable AnswerReader reader,
            BooleanSupplier access,
            HttpServletResponse to) {
        this.answer = answer;
        this.memory = memory;
        this.reader = reader;
        this.isStream = isStream(answer);
        this.access = access;
        this.to = to;
    }

    static boolean isStream(HttpResponse<?> answer) {
        return answer.headers()
                .firstValue("Content-Type")
                .filter(type -> type.toLowerCase(Locale.ROOT).startsWith("text/event-stream"))
                .isPresent();
    }

    /**
     * Passes the answer on.
     *
     * @throws NotFoundException if the caller lost its access before anything of it was passed on
     * @throws UpstreamException if the answer broke off before anything of it was passed on
     * @throws IOException if it broke off later: the connection has to break off too
     */
    void pass(Duration longest) throws IOException, InterruptedException {
        try (UpstreamBody body = answer.body()) {
            if (isStream || reader == null) {
                sendHead();
            }
            while (!isClientGone) {
                byte[] piece = body.next(longest);
                requireAccess();
                if (piece == null) {
                    end();
                    return;
                }
                take(piece);
            }
        } catch (IOException e) {
            if (!to.isCommitted()) {
                throw new UpstreamException(
                        "the upstream broke off its answer; try again", e instanceof HttpTimeoutException, e);
            }
            throw e;
        } finally {
            // What came was shown. Of an answer that the upstream broke off the client knows that it failed.
            if (isClientGone) {
                remember();
            }
        }
    }

    /** The answer can tell what the memory holds, so it ends with the access, and is not written. */
    private void requireAccess() throws IOException {
        if (access.getAsBoolean()) {
            return;
        }
        reader = null;
        if (to.isCommitted()) {
            throw new IOException("the key of a proxied call opens its scope no longer");
        }
        throw new NotFoundException(AuthenticatedCaller.NOT_HERE);
    }

    private void take(byte[] piece) {
        AnswerReader reading = reader;
        if (reading == null) {
            write(piece);
            return;
        }
        try {
            reading.take(piece);
        } catch (OverloadedException | TooLargeException e) {
            stopReading(e);
            write(piece);
            return;
        }
        if (!isStream) {
            held.add(piece);
            return;
        }
        if (reading.parts().isComplete()) {
            remember();
        }
        write(piece);
    }

    private void end() {
        AnswerReader reading = reader;
        if (reading != null) {
            try {
                reading.end();
            } catch (OverloadedException | TooLargeException e) {
                stopReading(e);
                return;
            }
            remember();
            flushHeld();
        }
    }

    /** Goes on passing the answer, which is too large to be remembered now. */
    private void stopReading(RuntimeException cause) {
        memory.unreadable(cause);
        reader = null;
        flushHeld();
    }

    /** Once. */
    private void remember() {
        AnswerReader reading = reader;
        if (reading != null) {
            reader = null;
            memory.answered(reading.parts());
        }
    }

    private void flushHeld() {
        if (!to.isCommitted()) {
            sendHead();
        }
        held.forEach(this::write);
        held.clear();
    }

    private void sendHead() {
        UpstreamServer.copyHead(answer, to);
        if (isStream && reader != null) {
            // With a length, a client would be done before an answer without a last event is written.
            to.setHeader("Content-Length", null);
        }
        to.setHeader(CallHeaders.READ, memory.read());
        to.setHeader(CallHeaders.WRITE, memory.written());
        write(new byte[0]);
    }

    private void write(byte[] piece) {
        try {
            if (!isClientGone) {
                to.getOutputStream().write(piece);
                to.flushBuffer();
            }
        } catch (IOException e) {
            isClientGone = true;
            LOG.log(System.Logger.Level.DEBUG, "a client of the proxy left before the end of its answer", e);
        }
    }
}
