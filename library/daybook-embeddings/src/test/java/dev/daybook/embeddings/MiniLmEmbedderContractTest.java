package dev.daybook.embeddings;

import dev.daybook.spi.Embedder;
import dev.daybook.testkit.EmbedderContract;

class MiniLmEmbedderContractTest extends EmbedderContract {

    private static final MiniLmEmbedder EMBEDDER = new MiniLmEmbedder();

    @Override
    protected Embedder embedder() {
        return EMBEDDER;
    }
}
