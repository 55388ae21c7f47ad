package dev.daybook.server.http;

import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import dev.daybook.testkit.HashEmbedder;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** An embedder that holds whoever asks it for what is held, until it is told to go on. */
final class HeldEmbedder implements Embedder {

    /** What waits; the other is answered at once. */
    enum Holding {
        QUERIES,
        DOCUMENTS
    }

    final CountDownLatch asked = new CountDownLatch(1);
    final CountDownLatch go = new CountDownLatch(1);
    private final Holding holding;
    private final Embedder inside = new HashEmbedder(8);

    HeldEmbedder(Holding holding) {
        this.holding = holding;
    }

    @Override
    public String name() {
        return inside.name();
    }

    @Override
    public int dimensions() {
        return inside.dimensions();
    }

    @Override
    public List<Embedding> embedQueries(List<String> texts) {
        hold(Holding.QUERIES);
        return inside.embedQueries(texts);
    }

    @Override
    public List<Embedding> embedDocuments(List<String> texts) {
        hold(Holding.DOCUMENTS);
        return inside.embedDocuments(texts);
    }

    private void hold(Holding asking) {
        if (asking != holding) {
            return;
        }
        asked.countDown();
        try {
            go.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
