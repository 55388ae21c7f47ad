package dev.daybook.client;

import dev.daybook.error.AccessRefusedException;
import dev.daybook.error.ConflictException;
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
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A refusal of the server (RFC 9457), as the exception that the library in this process throws for it. */
record ServerProblem(int status, JsonFields document, Optional<Duration> retryAfter) {

    /** A path names nothing. An {@link IllegalArgumentException} to the caller, unless the call reads it as empty. */
    static final class MissingException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        MissingException(String detail) {
            super(detail);
        }
    }

    /** A key does not open the place of a path, or there is no such place. */
    static final class NotHereException extends SecurityException {
        private static final long serialVersionUID = 1L;

        NotHereException(String detail) {
            super(detail);
        }
    }

    /** The answer to a key that does not open the place of a path; the server tells it from nothing else. */
    private static final String NOT_FOR_THIS_KEY = "nothing is here";

    /** Bad gateway, unavailable, and gateway timeout. */
    private static final Set<Integer> GATEWAY = Set.of(502, 503, 504);

    /** The title of a refused write by id; another conflict is one of versions. */
    private static final String PROTECTED = "Protected entry";

    /** The library adds it again to an exception with ids. */
    private static final String REPEATING = "; to repeat it, give the same id";

    static ServerProblem of(HttpResponse<?> response) {
        Map<String, @Nullable Object> document;
        try {
            document = PlainJson.readObject(text(response.body()));
        } catch (IllegalArgumentException noJson) {
            document = Map.of();
        }
        return new ServerProblem(response.statusCode(), new JsonFields(document), RetryAfter.of(response.headers()));
    }

    private static String text(@Nullable Object body) {
        try {
            return body instanceof InputStream bytes
                    ? new String(bytes.readAllBytes(), StandardCharsets.UTF_8)
                    : String.valueOf(body);
        } catch (IOException broken) {
            return "";
        }
    }

    RuntimeException exception(URI address) {
        try {
            return refusal(address);
        } catch (IllegalArgumentException noProblemOfDaybook) {
            return foreign(address);
        }
    }

    /** Returns the failure for an answer that no Daybook server gives. */
    private StoreException foreign(URI address) {
        boolean isForNow = status == ServerConnection.TOO_MANY || GATEWAY.contains(status);
        return new StoreException(
                address + " answered " + status + " without a problem document; check that it is a Daybook server",
                null,
                isForNow);
    }

    /** Returns whether a proxy answered because it got no answer of the server, which may have done the request. */
    boolean isOfProxy() {
        return GATEWAY.contains(status) && !document.has("code");
    }

    /** @throws IllegalArgumentException if the document is not one of a Daybook server of this version */
    private RuntimeException refusal(URI address) {
        String code = document.optionalText("code");
        String detail = document.optionalText("detail");
        if (code == null || detail == null) {
            return foreign(address);
        }
        return switch (status) {
            case 400, 405 ->
                "text".equals(document.optionalText("refused"))
                        ? new RefusedTextException(detail)
                        : new IllegalArgumentException(detail);
            case 413 -> new RefusedTextException(detail);
            case 401 -> new SecurityException(address + ": " + detail);
            case 403 -> new AccessRefusedException(address + ": " + detail);
            case 404 ->
                detail.startsWith(NOT_FOR_THIS_KEY)
                        ? new NotHereException(address + ": " + detail)
                        : new MissingException(detail);
            case 409 ->
                PROTECTED.equals(document.optionalText("title"))
                        ? new ProtectedEntryException(detail)
                        : new ConflictException(detail);
            case 410 -> new GoneException(detail);
            case 412 -> new StaleVersionException(detail);
            case 422 -> new ForgottenTextException(detail);
            case 423 -> new LegalHoldException(detail);
            case 408, 429 -> new StoreException(detail, null, true);
            case 503 -> unavailable(detail);
            default -> new StoreException(address + ": " + detail, null, false);
        };
    }

    private RuntimeException unavailable(String detail) {
        String title = document.optionalText("title");
        if ("unknown".equals(document.optionalText("outcome"))) {
            return unknownOutcome(detail, document.texts("ids"));
        }
        String trouble = document.optionalText("trouble");
        if (trouble != null) {
            return new ModelException(ModelException.Trouble.valueOf(trouble.toUpperCase(Locale.ROOT)), detail);
        }
        if ("Embedder unavailable".equals(title)) {
            return new EmbedderException(detail);
        }
        if ("Store in use".equals(title)) {
            return new StoreInUseException(detail);
        }
        Boolean retryable = document.optionalTruth("retryable");
        return new StoreException(detail, null, retryable == null || retryable);
    }

    private static StoreException unknownOutcome(String detail, List<String> ids) {
        int repeating = detail.indexOf(REPEATING);
        StoreException unknown = StoreException.unknownOutcome(
                repeating < 0 || ids.isEmpty() ? detail : detail.substring(0, repeating), null);
        return ids.isEmpty() ? unknown : unknown.of(ids);
    }
}
