package dev.daybook.client;

import dev.daybook.error.StoreException;
import dev.daybook.internal.checks.WaitTime;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * The lines of an answer that is read on demand. The answer is broken off if a line does not arrive in time; a reader may
 * take any time between two lines. Only a read that waits is watched, so a stream that nobody closes holds no timer.
 */
final class AnswerLines {

    private final InputStream body;
    private final BufferedReader reader;
    private final Duration maxWait;
    private final URI address;
    private final AtomicBoolean watched = new AtomicBoolean();

    /** The begin of the read that waits, of {@link System#nanoTime}; 0: none waits. */
    private volatile long begun;

    private volatile boolean isLate;

    /** @param maxWait the wait for a line */
    AnswerLines(InputStream body, Duration maxWait, URI address) {
        this.body = body;
        this.reader = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
        this.maxWait = maxWait;
        this.address = address;
    }

    /** Handles the body of an answer: a refusal is read at once, as it is short. */
    static BodySubscriber<InputStream> handle(ResponseInfo answer) {
        return answer.statusCode() < 300
                ? BodySubscribers.ofInputStream()
                : BodySubscribers.mapping(BodySubscribers.ofByteArray(), ByteArrayInputStream::new);
    }

    Stream<String> stream() {
        return Stream.iterate(next(), Optional::isPresent, line -> next())
                .flatMap(Optional::stream)
                .onClose(this::close);
    }

    private Optional<String> next() {
        begun = System.nanoTime() | 1;
        watch(WaitTime.nanos(maxWait));
        try {
            return Optional.ofNullable(reader.readLine());
        } catch (IOException e) {
            throw new StoreException(
                    "the server at " + address + " broke off its answer, because "
                            + (isLate
                                    ? "no further line came within " + maxWait + "; try again"
                                    : "an entry cannot be read or the connection broke; try again, and check the server"
                                            + " with 'daybook doctor'"),
                    e,
                    true);
        } finally {
            begun = 0;
        }
    }

    private void watch(long nanos) {
        if (watched.compareAndSet(false, true)) {
            CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS).execute(this::check);
        }
    }

    /** Breaks off a read that waits for too long; looks again later if it waits for less. */
    private void check() {
        watched.set(false);
        long since = begun;
        if (since == 0) {
            return;
        }
        long left = WaitTime.nanos(maxWait) - (System.nanoTime() - since);
        if (left > 0) {
            watch(left);
        } else {
            isLate = true;
            close();
        }
    }

    /** Ends an answer that is not read. */
    static void discard(InputStream body) {
        try {
            body.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes the body, and not the reader, whose lock a read holds while it waits. */
    private void close() {
        discard(body);
    }
}
