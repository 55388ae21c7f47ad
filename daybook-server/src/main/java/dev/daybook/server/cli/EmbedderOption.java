package dev.daybook.server.cli;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.hash.HashVectors;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.EmbedderProvider;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The embedder choice of {@code --embedder}. */
enum EmbedderOption {
    /** The bundled embedder if its jar is present, else none. */
    AUTOMATIC,
    NONE,
    HASH,
    BUNDLED;

    static EmbedderOption of(@Nullable String name) {
        if (name == null) {
            return AUTOMATIC;
        }
        return switch (name) {
            case "none" -> NONE;
            case "hash" -> HASH;
            case "bundled" -> BUNDLED;
            default -> throw new IllegalArgumentException("--embedder is '" + name + "'; use none, hash or bundled");
        };
    }

    DaybookBuilder builder(Path folder) {
        return with(Daybook.builder(folder));
    }

    /** Sets the embedder of a builder. */
    DaybookBuilder with(DaybookBuilder builder) {
        return switch (this) {
            case AUTOMATIC -> builder;
            case NONE -> builder.noEmbedder();
            case HASH -> builder.embedder(hash());
            case BUNDLED -> {
                if (!bundledIsThere()) {
                    throw new IllegalArgumentException("--embedder is 'bundled', but its jar is missing; add"
                            + " daybook-embeddings to the class path, or use none or hash");
                }
                yield builder;
            }
        };
    }

    private static Embedder hash() {
        return new HashVectors(HashVectors.DEFAULT_DIMENSIONS).embedder();
    }

    static boolean bundledIsThere() {
        return bundled().isPresent();
    }

    private static Optional<EmbedderProvider> bundled() {
        return ServiceLoader.load(EmbedderProvider.class).findFirst();
    }

    /** Returns the embedder; empty for {@code none}. */
    Optional<Embedder> embedder() {
        return switch (this) {
            case NONE -> Optional.empty();
            case HASH -> Optional.of(hash());
            case AUTOMATIC, BUNDLED -> bundled().map(EmbedderProvider::embedder);
        };
    }
}
