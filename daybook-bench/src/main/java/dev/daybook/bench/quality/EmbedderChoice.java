package dev.daybook.bench.quality;

import dev.daybook.DaybookBuilder;
import dev.daybook.spi.EmbedderProvider;
import dev.daybook.testkit.HashEmbedder;
import java.util.Locale;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The embedder of an evaluation. */
public enum EmbedderChoice {
    NONE,
    HASH,
    BUNDLED;

    /** The one of a name; without a name the bundled one if its jar is there, else none. */
    public static EmbedderChoice of(@Nullable String name) {
        if (name == null) {
            return bundledIsThere() ? BUNDLED : NONE;
        }
        return switch (name) {
            case "none" -> NONE;
            case "hash" -> HASH;
            case "bundled" -> {
                if (!bundledIsThere()) {
                    throw new IllegalArgumentException("--embedder is 'bundled', but its jar is not there; add"
                            + " daybook-embeddings to the class path, or use none or hash");
                }
                yield BUNDLED;
            }
            default -> throw new IllegalArgumentException("--embedder is '" + name + "'; use none, hash or bundled");
        };
    }

    static boolean bundledIsThere() {
        return ServiceLoader.load(EmbedderProvider.class).findFirst().isPresent();
    }

    public DaybookBuilder in(DaybookBuilder builder) {
        return switch (this) {
            case NONE -> builder.noEmbedder();
            case HASH -> builder.embedder(new HashEmbedder());
            case BUNDLED -> builder;
        };
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
