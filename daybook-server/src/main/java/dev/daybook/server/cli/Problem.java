package dev.daybook.server.cli;

import dev.daybook.data.DaybookException;
import dev.daybook.data.GoneException;
import dev.daybook.data.ModelException;
import dev.daybook.data.StaleVersionException;
import dev.daybook.data.StoreInUseException;
import dev.daybook.server.json.Json;
import dev.daybook.spi.ConflictException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What went wrong, for a person and for a program.
 *
 * @param exit the exit code of the command line
 * @param status the HTTP status
 * @param code the word programs go by
 * @param detail one sentence that names the argument, the value and the remedy
 * @param more further members of the document
 */
record Problem(int exit, int status, String code, String title, String detail, Map<String, Object> more) {

    Problem(int exit, int status, String code, String title, String detail) {
        this(exit, status, code, title, detail, Map.of());
    }

    static Problem invalid(String detail) {
        return new Problem(Exit.WRONG_USAGE, 400, "invalid", "Wrong usage", detail);
    }

    static Problem of(Throwable failure) {
        String detail = failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
        if (failure instanceof GoneException) {
            return new Problem(Exit.FAILED, 410, "gone", "Gone", detail);
        }
        if (failure instanceof IllegalArgumentException) {
            return invalid(detail);
        }
        if (failure instanceof NotFound) {
            return new Problem(Exit.NOT_FOUND, 404, "not_found", "Not found", detail);
        }
        if (failure instanceof StoreInUseException) {
            return new Problem(Exit.STORE_IN_USE, 503, "unavailable", "Store in use", detail);
        }
        if (failure instanceof StaleVersionException) {
            return new Problem(Exit.FAILED, 412, "precondition", "Precondition failed", detail);
        }
        if (failure instanceof ModelException model) {
            return new Problem(Exit.FAILED, 503, "unavailable", "Model unavailable", detail, more(model));
        }
        if (failure instanceof DaybookException) {
            return new Problem(Exit.FAILED, 503, "unavailable", "Store unavailable", detail);
        }
        if (failure instanceof ConflictException) {
            return new Problem(Exit.FAILED, 409, "conflict", "Conflict", detail);
        }
        return new Problem(Exit.FAILED, 500, "failed", "Failed", detail);
    }

    private static Map<String, Object> more(ModelException failure) {
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("trouble", failure.trouble().name().toLowerCase(Locale.ROOT));
        more.put("retryable", failure.retryable());
        return more;
    }

    /** The problem as problem+json, on one line. */
    String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("type", "about:blank");
        json.put("title", title);
        json.put("status", status);
        json.put("code", code);
        json.put("detail", detail);
        json.putAll(more);
        return Json.write(json);
    }
}
