package dev.daybook.langchain4j;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.RetriableException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.exception.UnresolvedModelServerException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import java.io.IOException;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.function.Predicate;

/**
 * Translates exceptions of LangChain4j. The message of the server stays in the cause, because it may quote the prompt.
 */
final class ModelFailures {

    private record Rule(Predicate<Throwable> matches, Trouble trouble, String message) {

        static Rule of(Class<? extends Throwable> type, Trouble trouble, String message) {
            return new Rule(type::isInstance, trouble, message);
        }
    }

    /** The first match counts, so the more specific rules come first. */
    private static final List<Rule> RULES = List.of(
            Rule.of(
                    RateLimitException.class,
                    Trouble.LIMITED,
                    "hit its rate limit; send fewer requests, or raise the limit"),
            Rule.of(
                    TimeoutException.class,
                    Trouble.TIMEOUT,
                    "gave no answer in time; raise the timeout, or use a faster model"),
            Rule.of(AuthenticationException.class, Trouble.UNAUTHORIZED, "rejected the key; check it"),
            Rule.of(ModelNotFoundException.class, Trouble.FAILED, "was not found; check the name and the address"),
            Rule.of(InvalidRequestException.class, Trouble.REFUSED, "rejected the request; see the cause"),
            Rule.of(UnsupportedFeatureException.class, Trouble.REFUSED, "does not support this kind of request"),
            Rule.of(
                    InternalServerException.class,
                    Trouble.BROKEN,
                    "failed with a server error; check the log of the server"),
            Rule.of(
                    UnresolvedModelServerException.class,
                    Trouble.UNREACHABLE,
                    "could not be reached; check the address, and whether the server is running"),
            Rule.of(
                    UnresolvedAddressException.class,
                    Trouble.UNREACHABLE,
                    "could not be reached; check the address, and whether the server is running"),
            new Rule(ModelFailures::isAboutJson, Trouble.UNUSABLE, "answered in another protocol; check the address"),
            Rule.of(
                    IOException.class,
                    Trouble.UNREACHABLE,
                    "could not be reached; check the address, and whether the server is running"),
            Rule.of(RetriableException.class, Trouble.BROKEN, "failed for now"));

    private ModelFailures() {}

    static ModelException of(String model, RuntimeException failure) {
        for (Rule rule : RULES) {
            for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                if (rule.matches().test(cause)) {
                    return new ModelException(rule.trouble(), model + status(failure) + " " + rule.message(), failure);
                }
            }
        }
        return new ModelException(
                Trouble.FAILED, model + " failed with " + failure.getClass().getName() + "; see its cause", failure);
    }

    /** Returns the status of the server's answer; empty if there is none. */
    private static String status(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof HttpException answer) {
                return " (HTTP " + answer.statusCode() + ")";
            }
        }
        return "";
    }

    /** Matches by name, because Jackson's exceptions are input/output exceptions and its package may change. */
    private static boolean isAboutJson(Throwable cause) {
        return cause.getClass().getName().contains(".jackson.");
    }
}
