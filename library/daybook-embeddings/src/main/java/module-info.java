/** Local neural embeddings: the model is in the jar, nothing is downloaded. */
module dev.daybook.embeddings {
    requires transitive dev.daybook.core;
    requires com.microsoft.onnxruntime;
    // Used by onnxruntime, which has no descriptor to say so.
    requires java.logging;

    exports dev.daybook.embeddings;

    provides dev.daybook.spi.EmbedderProvider with
            dev.daybook.embeddings.MiniLmEmbedderProvider;
}
