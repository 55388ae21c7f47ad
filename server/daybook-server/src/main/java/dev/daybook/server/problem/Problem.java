package dev.daybook.server.problem;

import dev.daybook.error.AccessRefusedException;
import dev.daybook.error.ConflictException;
import dev.daybook.error.DaybookException;
import dev.daybook.error.EmbedderException;
import dev.daybook.error.ForgottenTextException;
import dev.daybook.error.GoneException;
import dev.daybook.error.LegalHoldException;
import dev.daybook.error.ModelException;
import dev.daybook.error.ProtectedEntryException;
import dev.daybook.error.RefusedTextException;
import dev.daybook.error.StaleVersionException;
import dev.daybook.error.StoreException;
import dev.daybook.error.StoreInUseException;
import dev.daybook.internal.checks.EnumLabels;
import dev.daybook.internal.json.PlainJson;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A failure, described for a person and for a program (RFC 9457).
 *
 * @param status the HTTP status
 * @param code the machine-readable code
 * @param detail one sentence that names the argument, the value and the remedy
 * @param more further members of the document
 */
public record Problem(int status, String code, String title, String detail, Map<String, Object> more) {

    public Problem(int status, String code, String title, String detail) {
        this(status, code, title, detail, Map.of());
    }

    public static final String MEDIA_TYPE = "application/problem+json";

    /** The title of a refused write by id. A client tells it from a version conflict, which it may repeat. */
    private static final String PROTECTED = "Protected entry";

    public static Problem invalid(String detail) {
        return new Problem(400, "invalid", "Wrong usage", detail);
    }

    public static Problem notFound(String detail) {
        return new Problem(404, "not_found", "Not found", detail);
    }

    /** Creates a problem for a path that does not support the request method. */
    public static Problem otherMethod(String detail) {
        return new Problem(405, "invalid", "Another method", detail);
    }

    /** Creates a problem for a request with a foreign host or origin. */
    public static Problem foreign(String detail) {
        return new Problem(403, "foreign", "Not from here", detail);
    }

    public static Problem of(Throwable thrown) {
        Throwable failure = FailureLog.cause(thrown);
        String detail = failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
        if (failure instanceof GoneException) {
            return new Problem(410, "gone", "Gone", detail);
        }
        if (failure instanceof ForgottenTextException) {
            return new Problem(422, "forgotten", "Forgotten text", detail);
        }
        if (failure instanceof LegalHoldException) {
            return new Problem(423, "held", "Legal hold", detail);
        }
        if (failure instanceof RefusedTextException) {
            return new Problem(400, "invalid", "Wrong usage", detail, Map.of("refused", "text"));
        }
        if (failure instanceof AccessRefusedException) {
            return new Problem(403, "forbidden", "Forbidden", detail);
        }
        if (failure instanceof ProtectedEntryException) {
            return new Problem(409, "conflict", PROTECTED, detail);
        }
        if (failure instanceof IllegalArgumentException) {
            return invalid(detail);
        }
        if (failure instanceof NotFoundException) {
            return notFound(detail);
        }
        if (failure instanceof UnauthorizedException) {
            return new Problem(401, "unauthorized", "Not authorised", detail);
        }
        if (failure instanceof ForbiddenException) {
            return new Problem(403, "forbidden", "Forbidden", detail);
        }
        if (failure instanceof TooSlowException) {
            return new Problem(408, "too_slow", "Too slow", detail);
        }
        if (failure instanceof TooLargeException) {
            return new Problem(413, "too_large", "Too large", detail);
        }
        if (failure instanceof OverloadedException overloadedException) {
            return new Problem(
                    429,
                    "limited",
                    "Too much at once",
                    detail,
                    Map.of("retryAfter", overloadedException.retryAfterSeconds()));
        }
        if (failure instanceof UpstreamException upstream) {
            return new Problem(upstream.status(), "unavailable", "Upstream unavailable", detail);
        }
        if (failure instanceof StoreInUseException) {
            return new Problem(503, "unavailable", "Store in use", detail);
        }
        if (failure instanceof StaleVersionException) {
            return new Problem(412, "precondition", "Precondition failed", detail);
        }
        if (failure instanceof ModelException model) {
            return new Problem(503, "unavailable", "Model unavailable", detail, more(model));
        }
        if (failure instanceof EmbedderException) {
            return new Problem(503, "unavailable", "Embedder unavailable", detail);
        }
        if (failure instanceof StoreException store && store.outcomeUnknown()) {
            Map<String, Object> more = Map.of("outcome", "unknown", "ids", store.ids());
            return new Problem(503, "unavailable", "Outcome unknown", detail, more);
        }
        if (failure instanceof StoreException store && !store.retryable()) {
            return new Problem(503, "unavailable", "Store unavailable", detail, Map.of("retryable", false));
        }
        if (failure instanceof DaybookException) {
            return new Problem(503, "unavailable", "Store unavailable", detail);
        }
        if (failure instanceof OutOfMemoryError) {
            return new Problem(
                    503,
                    "unavailable",
                    "Out of memory",
                    "the process ran out of heap memory; send or request less at a time, or give the process a"
                            + " larger heap");
        }
        if (failure instanceof ConflictException) {
            return new Problem(409, "conflict", "Conflict", detail);
        }
        return new Problem(500, "failed", "Failed", detail);
    }

    private static Map<String, Object> more(ModelException failure) {
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("trouble", EnumLabels.label(failure.trouble()));
        more.put("retryable", failure.retryable());
        return more;
    }

    /** Returns a copy with another detail. */
    public Problem detail(String other) {
        return new Problem(status, code, title, other, more);
    }

    /** Returns the headers of an answer that describes the problem. */
    public Map<String, String> headers() {
        if (status == 401) {
            return Map.of("WWW-Authenticate", "Bearer");
        }
        return more.get("retryAfter") instanceof Integer seconds ? Map.of("Retry-After", seconds.toString()) : Map.of();
    }

    /** Formats the problem as problem+json, on one line. */
    public String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("type", "about:blank");
        json.put("title", title);
        json.put("status", status);
        json.put("code", code);
        json.put("detail", detail);
        json.putAll(more);
        return PlainJson.write(json);
    }
}
