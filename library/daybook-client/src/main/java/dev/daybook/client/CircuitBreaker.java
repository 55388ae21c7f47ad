package dev.daybook.client;

import dev.daybook.error.StoreException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A circuit breaker: while a server is away, calls fail at once. It asks for the server in the background, so that no
 * call waits for that, and closes at the first answer of any kind. Thread-safe.
 */
final class CircuitBreaker {

    /** Between two questions while the server is away. */
    private static final long PAUSE_MILLISECONDS = 1_000;

    /** The time without an answer after which the server is asked whether it is there; it doubles. */
    private static final long FIRST_CHECK_MILLISECONDS = 1_000;

    /** Longer than a garbage collection of a busy server. */
    private static final Duration MAX_ANSWER_TIME = Duration.ofSeconds(3);

    private final URI address;
    private final HttpClient http;
    private final boolean asks;
    private final HttpRequest question;
    private final AtomicReference<@Nullable Absence> absence = new AtomicReference<>();
    private volatile boolean ended;

    /** An absence of the server that began at a time of {@link System#nanoTime}. */
    private record Absence(long since, Throwable cause) {}

    /** @param asks whether a call that waits for its answer asks whether the server is there */
    CircuitBreaker(URI address, HttpClient http, boolean asks) {
        this.address = address;
        this.asks = asks;
        this.http = http;
        this.question = HttpRequest.newBuilder(URI.create(address + "/healthz"))
                .timeout(MAX_ANSWER_TIME)
                .build();
    }

    /** Returns the failure of a call that begins now, if the server is away. */
    Optional<StoreException> failure() {
        return Optional.ofNullable(absence.get())
                .map(present -> new StoreException(
                        "the server at " + address + " has been away for "
                                + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - present.since())
                                + " s, so the call had no effect; calls fail at once until it answers again: start it with"
                                + " 'daybook serve', or check the address",
                        present.cause(),
                        true));
    }

    /**
     * Sends a request, and breaks off if the server answers nothing any more, or the answer is not complete in time.
     *
     * @param end the end of the time, of {@link System#nanoTime}
     */
    <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler, long end)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<T>> answer = http.sendAsync(request, handler);
        try {
            HttpResponse<T> first = firstOf(answer, end);
            absence.set(null);
            return first;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        } catch (TimeoutException late) {
            throw new HttpTimeoutException("the answer is not complete");
        } finally {
            answer.cancel(true);
        }
    }

    private <T> T firstOf(CompletableFuture<T> answer, long end)
            throws ExecutionException, InterruptedException, TimeoutException, HttpTimeoutException {
        for (long wait = FIRST_CHECK_MILLISECONDS; ; wait *= 2) {
            long left = end - System.nanoTime();
            try {
                return answer.get(Math.min(left, TimeUnit.MILLISECONDS.toNanos(wait)), TimeUnit.NANOSECONDS);
            } catch (TimeoutException late) {
                if (end - System.nanoTime() <= 0) {
                    throw late;
                }
                if (!asks) {
                    continue;
                }
                CompletableFuture<Optional<Throwable>> question = ask();
                CompletableFuture.anyOf(answer, question).get();
                Optional<Throwable> failure = answer.isDone() ? Optional.empty() : question.join();
                if (failure.isPresent()) {
                    open(failure.get());
                    throw new HttpTimeoutException("the server answers nothing");
                }
            }
        }
    }

    /** Fails all calls until the server answers. */
    void open(Throwable cause) {
        Absence begun = new Absence(System.nanoTime(), cause);
        if (absence.compareAndSet(null, begun)) {
            askWhile(begun);
        }
    }

    /** Asks for the server in the background, and opens if there is no answer. */
    void check() {
        ask().thenAccept(failure -> failure.ifPresent(this::open));
    }

    /** Ends the questions in the background. */
    void end() {
        ended = true;
    }

    /** Asks until the server answers this or another call. */
    private void askWhile(Absence present) {
        ask().thenAccept(failure -> {
            if (failure.isEmpty()) {
                absence.compareAndSet(present, null);
            } else if (!ended && present.equals(absence.get())) {
                CompletableFuture.delayedExecutor(PAUSE_MILLISECONDS, TimeUnit.MILLISECONDS)
                        .execute(() -> askWhile(present));
            }
        });
    }

    /** Returns why there was no answer; empty: there was one. */
    private CompletableFuture<Optional<Throwable>> ask() {
        CompletableFuture<HttpResponse<Void>> asked = http.sendAsync(question, BodyHandlers.discarding());
        // The timeout of the question ends with the headers of its answer.
        CompletableFuture.delayedExecutor(MAX_ANSWER_TIME.plus(MAX_ANSWER_TIME).toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> asked.cancel(true));
        return asked.handle((answer, failure) -> Optional.ofNullable(failure)
                .map(thrown -> thrown instanceof CompletionException && thrown.getCause() != null
                        ? thrown.getCause()
                        : thrown));
    }
}
