package dev.daybook.server.proxy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer, piece by piece as it arrives. A piece is requested when the one before has been taken, so a
 * slow reader slows the upstream and fills no memory. Closing it ends the answer.
 */
final class UpstreamBody implements HttpResponse.BodySubscriber<UpstreamBody>, AutoCloseable {

    private static final byte[] END = new byte[0];

    /** At most one piece and the end. */
    private final BlockingQueue<Supplier<Object>> arrived = new LinkedBlockingQueue<>();

    private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();

    @Override
    public CompletionStage<UpstreamBody> getBody() {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription.complete(given);
        given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        arrived.add(() -> bytes(buffers));
    }

    @Override
    public void onError(Throwable failure) {
        arrived.add(() -> failure);
    }

    @Override
    public void onComplete() {
        arrived.add(() -> END);
    }

    /**
     * Returns the next bytes; null at the end.
     *
     * @throws HttpTimeoutException if none arrive in time
     * @throws IOException if the answer broke off
     */
    byte @Nullable [] next(Duration longest) throws IOException, InterruptedException {
        Supplier<Object> next = arrived.poll(longest.toMillis(), TimeUnit.MILLISECONDS);
        if (next == null) {
            throw new HttpTimeoutException("the upstream was silent for " + longest.toSeconds() + " s");
        }
        Object value = next.get();
        if (value instanceof Throwable failure) {
            throw new IOException("the answer of the upstream broke off", failure);
        }
        if (value == END) {
            return null;
        }
        subscription.join().request(1);
        return (byte[]) value;
    }

    private static byte[] bytes(List<ByteBuffer> buffers) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (ByteBuffer buffer : buffers) {
            byte[] piece = new byte[buffer.remaining()];
            buffer.get(piece);
            bytes.writeBytes(piece);
        }
        return bytes.toByteArray();
    }

    @Override
    public void close() {
        subscription.thenAccept(Flow.Subscription::cancel);
    }
}
