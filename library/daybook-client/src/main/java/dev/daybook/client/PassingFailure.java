package dev.daybook.client;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A failure after which another attempt may be made. */
final class PassingFailure extends Exception {

    private static final long serialVersionUID = 1L;

    /** The end of the attempt. */
    enum End {
        /** The request was not sent. */
        NOT_REACHED,
        /** The server did nothing. */
        REFUSED,
        /** The request may have arrived. */
        UNANSWERED
    }

    private final RuntimeException failure;
    private final End end;
    private final transient @Nullable Duration retryAfter;

    PassingFailure(RuntimeException failure, End end) {
        this(failure, end, null);
    }

    PassingFailure(RuntimeException failure, End end, @Nullable Duration retryAfter) {
        super(failure);
        this.failure = failure;
        this.end = end;
        this.retryAfter = retryAfter;
    }

    RuntimeException failure() {
        return failure;
    }

    End end() {
        return end;
    }

    Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
