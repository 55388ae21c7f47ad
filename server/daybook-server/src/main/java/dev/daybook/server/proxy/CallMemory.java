package dev.daybook.server.proxy;

import dev.daybook.internal.heap.ReadBudget;
import dev.daybook.internal.heap.ReadBudget.HeapReservation;
import dev.daybook.server.admission.CallBulkheads;
import dev.daybook.server.admission.CallPace;
import dev.daybook.server.problem.FailureLog;
import dev.daybook.server.problem.Problem;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The steps of the memory around one proxied call. A step that fails is in the log and in a header of the answer, and the
 * call goes on. Each step is a quick call of the library with a permit of its own, so the model holds none meanwhile.
 */
final class CallMemory {

    private static final System.Logger LOG = System.getLogger("dev.daybook.server");

    /** The values of the headers of the answer. */
    private static final String OK = "ok";

    private static final String OFF = "off";
    private static final String NONE = "none";
    private static final String WITHHELD = "withheld";
    private static final String FAILED = "failed";

    private final CallBulkheads bulkheads;
    private final String key;
    private final HeapReservation room;
    private final CallHeaders headers;

    /** Null: nothing to read or to write. */
    private @Nullable ExchangeCapture capture;

    private String read;
    private String written;

    CallMemory(
            CallBulkheads bulkheads,
            String key,
            HeapReservation room,
            CallHeaders headers,
            @Nullable ExchangeCapture capture) {
        this.bulkheads = bulkheads;
        this.key = key;
        this.room = room;
        this.headers = headers;
        this.capture = capture;
        read = headers.reads() ? NONE : OFF;
        written = headers.writes() ? NONE : OFF;
    }

    String read() {
        return read;
    }

    String written() {
        return written;
    }

    /** Recalls, then writes the question, so that the context does not repeat it; returns the context, or nothing. */
    String before(int maxTokens) {
        ExchangeCapture exchange = capture;
        if (exchange == null) {
            return "";
        }
        try {
            return bulkheads.run(CallPace.QUICK, key, () -> recallAndAsk(exchange, maxTokens));
        } catch (Exception e) {
            read = headers.reads() ? failed("read", e) : read;
            written = headers.writes() ? failed("written", e) : written;
            return "";
        }
    }

    private String recallAndAsk(ExchangeCapture exchange, int maxTokens) {
        if (!exchange.find()) {
            capture = null;
            return "";
        }
        String context = "";
        if (headers.reads()) {
            try {
                context = ReadBudget.within(room, () -> exchange.context(maxTokens));
                read = OK;
            } catch (Exception e) {
                read = failed("read", e);
            }
        }
        if (headers.writes()) {
            written = outcome(exchange::ask);
        }
        return context;
    }

    /** Returns whether the answer of the model is to be written. */
    boolean awaitsAnswer() {
        return headers.writes() && capture != null;
    }

    /** Writes the answer as far as it came; one that is empty leaves the question unanswered. */
    void answered(ModelAnswerParts parts) {
        ExchangeCapture exchange = capture;
        if (exchange != null && parts.message().isPresent()) {
            written = outcome(() -> bulkheads.runOn(CallPace.QUICK, key, () -> exchange.answer(parts)));
        }
    }

    /** Notes that an answer is too large to be written. */
    void unreadable(Exception reason) {
        written = failed("written", reason);
    }

    /** @param write returns why the memory refused a text */
    private static String outcome(Callable<Optional<? extends Exception>> write) {
        try {
            return write.call().isPresent() ? WITHHELD : OK;
        } catch (Exception e) {
            return failed("written", e);
        }
    }

    /** By kind only: a message could quote a text. */
    private static String failed(String what, Exception failure) {
        Throwable cause = FailureLog.cause(failure);
        LOG.log(
                System.Logger.Level.WARNING,
                "the memory was not " + what + " for a proxied call, which goes on: "
                        + cause.getClass().getSimpleName() + " ("
                        + Problem.of(cause).code() + ")");
        return FAILED;
    }
}
