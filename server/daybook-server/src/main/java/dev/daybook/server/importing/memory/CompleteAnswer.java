package dev.daybook.server.importing.memory;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A request whose answer is read to its end. The timeout of a request of the JDK ends with the headers; this one bounds the
 * wait for each part of the body too. An answer that keeps coming may take any time.
 */
final class CompleteAnswer {

    private CompleteAnswer() {}

    /**
     * Sends a request.
     *
     * @param maxWait the wait for the headers, and for each further part of the body
     * @throws HttpTimeoutException if nothing more came for that time; the connection is closed
     */
    static <T> HttpResponse<T> read(
            HttpClient client, HttpRequest.Builder request, BodyHandler<T> handler, Duration maxWait)
            throws IOException, InterruptedException {
        // Until the headers are there, the timeout of the request comes first.
        AtomicLong lastPart = new AtomicLong(System.nanoTime() + maxWait.toNanos());
        CompletableFuture<HttpResponse<T>> answer =
                client.sendAsync(request.timeout(maxWait).build(), headers -> {
                    lastPart.set(System.nanoTime());
                    return new WatchedBody<>(handler.apply(headers), lastPart);
                });
        try {
            while (true) {
                long left = maxWait.toNanos() - (System.nanoTime() - lastPart.get());
                if (left <= 0) {
                    throw new HttpTimeoutException("its answer broke off: nothing more came for " + maxWait);
                }
                try {
                    return answer.get(Math.min(left, maxWait.toNanos()), TimeUnit.NANOSECONDS);
                } catch (TimeoutException e) {
                    // A part may have come meanwhile.
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    /** A body that notes the time of each part. */
    private record WatchedBody<T>(BodySubscriber<T> body, AtomicLong lastPart) implements BodySubscriber<T> {

        @Override
        public CompletionStage<T> getBody() {
            return body.getBody();
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            body.onSubscribe(subscription);
        }

        @Override
        public void onNext(List<ByteBuffer> part) {
            lastPart.set(System.nanoTime());
            body.onNext(part);
        }

        @Override
        public void onError(Throwable failure) {
            body.onError(failure);
        }

        @Override
        public void onComplete() {
            body.onComplete();
        }
    }
}
