package dev.daybook.spring;

import dev.daybook.data.ModelException;
import dev.daybook.data.ModelException.Trouble;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.TimeoutException;

/** Translates exceptions of Spring AI. The message of the server stays in the cause, because it may quote the prompt. */
final class ModelTroubles {

    private ModelTroubles() {}

    static ModelException of(String model, RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof TimeoutException || cause instanceof HttpTimeoutException) {
                return exception(Trouble.TIMEOUT, model + " gave no answer in time; raise its timeout", failure);
            }
            if (cause instanceof IOException || cause instanceof UnresolvedAddressException) {
                return exception(
                        Trouble.UNREACHABLE,
                        model + " could not be reached; check the address and the server",
                        failure);
            }
            // By name, because the artifact of these exceptions comes with the model, not with this starter.
            if (cause.getClass().getName().equals("org.springframework.ai.retry.TransientAiException")) {
                return exception(Trouble.BROKEN, model + " failed for now; check the log of its server", failure);
            }
        }
        return exception(
                Trouble.FAILED, model + " failed with " + failure.getClass().getName() + "; see its cause", failure);
    }

    private static ModelException exception(Trouble trouble, String message, RuntimeException failure) {
        return new ModelException(trouble, message, failure);
    }
}
