package dev.daybook.embeddings;

import dev.daybook.spi.Embedder;
import dev.daybook.testkit.EmbedderContract;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class OnnxEmbedderContractTest extends EmbedderContract {

    @TempDir
    static Path folder;

    private static Embedder embedder;

    @BeforeAll
    static void unpack() throws IOException {
        for (String file : new String[] {SentenceModel.MODEL, SentenceModel.TOKENIZER}) {
            try (InputStream bytes = Objects.requireNonNull(SentenceModel.class.getResourceAsStream(file), file)) {
                Files.copy(bytes, folder.resolve(file));
            }
        }
        Files.writeString(folder.resolve("encoder.properties"), """
                name = minilm/int8
                dimensions = 384
                pooling = cls
                max-pieces = 64
                query-prefix = query:
                model = all-minilm-l6-v2-q.onnx
                model-sha256 = afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1
                tokenizer = all-minilm-l6-v2-q-tokenizer.json
                """);
        embedder = OnnxEmbedder.open(folder);
    }

    @Override
    protected Embedder embedder() {
        return embedder;
    }
}
