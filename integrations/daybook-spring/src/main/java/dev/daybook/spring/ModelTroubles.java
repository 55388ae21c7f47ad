package dev.daybook.spring;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Translates exceptions of Spring AI. The message of the server stays in the cause, because it may quote the prompt. */
final class ModelTroubles {

    /**
     * Exceptions of Spring AI's retry and of the clients under its models, which use the same names. By name, because
     * their artifacts come with the model, not with this starter.
     */
    private static final Map<String, Trouble> BY_NAME = Map.of(
            "TransientAiException", Trouble.BROKEN,
            "InternalServerException", Trouble.BROKEN,
            "RateLimitException", Trouble.LIMITED,
            "UnauthorizedException", Trouble.UNAUTHORIZED,
            "PermissionDeniedException", Trouble.UNAUTHORIZED,
            "BadRequestException", Trouble.REFUSED,
            "UnprocessableEntityException", Trouble.REFUSED,
            "NonTransientAiException", Trouble.FAILED);

    /** {@code HTTP 400 - …} in Spring AI, {@code 400: …} in OpenAI's client. */
    private static final Pattern STATUS = Pattern.compile("(?:HTTP )?([1-5]\\d\\d)\\b");

    private ModelTroubles() {}

    static ModelException of(String model, RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            Trouble trouble = trouble(cause);
            if (trouble != null) {
                return new ModelException(trouble, model + answered(cause) + " " + remedy(trouble), failure);
            }
        }
        return new ModelException(
                Trouble.FAILED, model + " failed with " + failure.getClass().getName() + "; see its cause", failure);
    }

    private static @Nullable Trouble trouble(Throwable cause) {
        if (cause instanceof TimeoutException || cause instanceof HttpTimeoutException) {
            return Trouble.TIMEOUT;
        }
        if (cause instanceof IOException || cause instanceof UnresolvedAddressException) {
            return Trouble.UNREACHABLE;
        }
        Trouble named = BY_NAME.get(cause.getClass().getSimpleName());
        return named == Trouble.FAILED ? byStatus(status(cause)) : named;
    }

    private static String answered(Throwable cause) {
        String status = status(cause);
        return status.isEmpty() ? "" : " (HTTP " + status + ")";
    }

    private static Trouble byStatus(String status) {
        return switch (status) {
            case "400", "413", "422" -> Trouble.REFUSED;
            case "401", "403" -> Trouble.UNAUTHORIZED;
            case "429" -> Trouble.LIMITED;
            default -> Trouble.FAILED;
        };
    }

    /** Returns the status of the server's answer, at which the message of its exception begins; empty if there is none. */
    private static String status(Throwable cause) {
        Matcher status = STATUS.matcher(String.valueOf(cause.getMessage()));
        return BY_NAME.containsKey(cause.getClass().getSimpleName()) && status.lookingAt() ? status.group(1) : "";
    }

    private static String remedy(Trouble trouble) {
        return switch (trouble) {
            case TIMEOUT -> "gave no answer in time; raise its timeout";
            case UNREACHABLE -> "could not be reached; check the address and the server";
            case LIMITED -> "has a rate limit; wait, or raise the limit";
            case UNAUTHORIZED -> "refused the key; check the key and its rights";
            case REFUSED -> "refused the request; see the cause";
            case BROKEN, UNUSABLE, SPENT, FAILED -> "failed for now; check the log of its server";
        };
    }
}
