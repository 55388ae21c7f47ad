package dev.daybook.bench.quality;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option with the embedder of an evaluation, for a command with one. */
public final class EvalEmbedderOption {

    @Option(
            names = "--embedder",
            paramLabel = "NAME",
            description =
                    "none, hash, bundled or the folder of an encoder (default: bundled if its jar is there, else none).")
    private @Nullable String embedder;

    /** @throws IllegalArgumentException if there is no embedder of this name */
    public EmbedderChoice choice() {
        return EmbedderChoice.of(embedder);
    }
}
