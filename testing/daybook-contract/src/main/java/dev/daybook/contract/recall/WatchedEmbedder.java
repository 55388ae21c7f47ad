package dev.daybook.contract.recall;

import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import dev.daybook.testkit.HashEmbedder;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** An embedder that counts its texts, and can be made to wait or to fail. */
public final class WatchedEmbedder implements Embedder {

    private final Embedder embedder;
    private final AtomicInteger queries = new AtomicInteger();
    private final AtomicInteger documents = new AtomicInteger();
    private final AtomicInteger failuresLeft = new AtomicInteger();
    private volatile boolean failsAtQuestions;
    private final CountDownLatch entered = new CountDownLatch(1);
    private final String name;
    private volatile String refused = "";
    private volatile boolean away;
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile CountDownLatch questionGate = new CountDownLatch(0);
    private final AtomicInteger asked = new AtomicInteger();
    private final Semaphore calls = new Semaphore(0);

    public WatchedEmbedder(int dimensions) {
        this("", dimensions);
    }

    /** One of another name has other vectors. */
    WatchedEmbedder(String name, int dimensions) {
        this.name = name;
        this.embedder = new HashEmbedder(dimensions);
    }

    /** Holds every embedding of documents back until {@link #release()}. */
    WatchedEmbedder held() {
        gate = new CountDownLatch(1);
        return this;
    }

    /** Lets every embedding of a question fail. */
    public void failingAtQuestions() {
        failsAtQuestions = true;
    }

    /** Holds every embedding of a question back until {@link #release()}. */
    WatchedEmbedder hangingAtQuestions() {
        questionGate = new CountDownLatch(1);
        return this;
    }

    /** Returns the calls for questions, also those that hang. */
    int asked() {
        return asked.get();
    }

    /** Lets the next embeddings of documents fail. */
    WatchedEmbedder failing(int times) {
        failuresLeft.set(times);
        return this;
    }

    /** Lets every embedding of documents fail that has a text with this in it; nothing: none. */
    WatchedEmbedder refusing(String part) {
        refused = part;
        return this;
    }

    /** Lets every embedding of documents fail. */
    public WatchedEmbedder away(boolean away) {
        this.away = away;
        return this;
    }

    void release() {
        gate.countDown();
        questionGate.countDown();
    }

    /** Waits until documents have reached it. */
    void awaitEntered() throws InterruptedException {
        entered.await();
    }

    /** Waits for the next call with documents, but not long: what comes of a call is not done when it ends. */
    void awaitCall() {
        try {
            calls.tryAcquire(20, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    int queries() {
        return queries.get();
    }

    public int documents() {
        return documents.get();
    }

    int failuresLeft() {
        return failuresLeft.get();
    }

    @Override
    public String name() {
        return name + embedder.name();
    }

    @Override
    public int dimensions() {
        return embedder.dimensions();
    }

    @Override
    public List<Embedding> embedQueries(List<String> texts) {
        asked.incrementAndGet();
        pass(questionGate);
        if (failsAtQuestions) {
            throw new IllegalStateException("away");
        }
        queries.addAndGet(texts.size());
        return embedder.embedQueries(named(texts));
    }

    @Override
    public List<Embedding> embedDocuments(List<String> texts) {
        entered.countDown();
        calls.release();
        pass(gate);
        if (failuresLeft.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new IllegalStateException("the model is not there yet");
        }
        if (away) {
            throw new IllegalStateException("the model is away");
        }
        if (!refused.isEmpty() && texts.stream().anyMatch(text -> text.contains(refused))) {
            throw new IllegalStateException("cannot read: " + texts);
        }
        documents.addAndGet(texts.size());
        return embedder.embedDocuments(named(texts));
    }

    private static void pass(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private List<String> named(List<String> texts) {
        return texts.stream().map(text -> name + text).toList();
    }
}
