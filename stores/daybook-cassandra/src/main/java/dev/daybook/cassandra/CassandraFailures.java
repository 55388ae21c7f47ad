package dev.daybook.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.InvalidKeyspaceException;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import dev.daybook.error.StoreException;
import java.util.List;

/** Translates failures of the driver and the cluster into exceptions with the consequence and the remedy. */
final class CassandraFailures {

    private CassandraFailures() {}

    static StoreException unknownOutcome(DriverException failure) {
        return StoreException.unknownOutcome(
                "the outcome of this write is unknown: the cluster did not answer (" + message(failure)
                        + ") and could not be asked again",
                failure);
    }

    /** For failures after which nothing of the call has happened. */
    static StoreException translate(DriverException failure) {
        if (failure instanceof UnauthorizedException) {
            return failed("the cluster refused the user", "grant it the rights of docs/cassandra.md", failure, false);
        }
        if (failure instanceof QueryValidationException) {
            return failed(
                    "the cluster refused a statement",
                    "if the tables of the store are gone or changed, restore a backup",
                    failure,
                    false);
        }
        if (failure instanceof UnavailableException) {
            return failed(
                    "too few nodes are up",
                    "nothing was changed; try again when a majority of the replicas is up",
                    failure,
                    true);
        }
        if (failure instanceof InvalidKeyspaceException) {
            return failed(
                    "the keyspace does not exist",
                    "create it with the replication of docs/cassandra.md",
                    failure,
                    false);
        }
        if (failure instanceof AllNodesFailedException away) {
            if (isRefused(away)) {
                return failed("the cluster refused the user or the password", "correct them", failure, false);
            }
            return failed("the cluster cannot be reached", "nothing was changed; try again", failure, true);
        }
        return failed("the cluster did not answer in time", "nothing was changed; try again", failure, true);
    }

    private static boolean isRefused(AllNodesFailedException failure) {
        return failure.getAllErrors().values().stream()
                .flatMap(List::stream)
                .anyMatch(AuthenticationException.class::isInstance);
    }

    private static StoreException failed(String what, String remedy, DriverException failure, boolean retryable) {
        return new StoreException(what + " (" + message(failure) + "); " + remedy, failure, retryable);
    }

    /** Returns the first line. No message of a server quotes a bound value. */
    private static String message(DriverException failure) {
        String message = String.valueOf(failure.getMessage());
        return message.lines().findFirst().orElse(message);
    }
}
