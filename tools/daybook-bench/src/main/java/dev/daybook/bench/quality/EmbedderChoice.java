package dev.daybook.bench.quality;

import dev.daybook.DaybookBuilder;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.EmbedderProvider;
import dev.daybook.testkit.HashEmbedder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * The embedder of an evaluation.
 *
 * @param label its name in reports
 * @param embedder empty: keyword search only
 */
public record EmbedderChoice(String label, Optional<Embedder> embedder) {

    public static final EmbedderChoice NONE = new EmbedderChoice("none", Optional.empty());

    /** The one of a name; without a name the bundled one if its jar is there, else none. */
    public static EmbedderChoice of(@Nullable String name) {
        if (name == null) {
            return bundledIsThere() ? bundled() : NONE;
        }
        return switch (name) {
            case "none" -> NONE;
            case "hash" -> new EmbedderChoice(name, Optional.of(new HashEmbedder()));
            case "bundled" -> bundled();
            default -> ofFolder(name);
        };
    }

    /** The bundled embedder. */
    public static EmbedderChoice bundled() {
        return new EmbedderChoice("bundled", Optional.of(provider("bundled").embedder()));
    }

    private static EmbedderChoice ofFolder(String name) {
        if (name.isBlank() || !Files.isDirectory(Path.of(name))) {
            throw new IllegalArgumentException(
                    "--embedder is '" + name + "'; use none, hash, bundled or the folder of an encoder");
        }
        Embedder embedder = provider(name).embedder(Path.of(name));
        return new EmbedderChoice(embedder.name(), Optional.of(embedder));
    }

    private static EmbedderProvider provider(String name) {
        return ServiceLoader.load(EmbedderProvider.class)
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException(
                                "--embedder is '" + name
                                        + "', but its jar is not there; add daybook-embeddings to the class path, or use none or hash"));
    }

    static boolean bundledIsThere() {
        return ServiceLoader.load(EmbedderProvider.class).findFirst().isPresent();
    }

    /** Sets the embedder of a builder. */
    public DaybookBuilder in(DaybookBuilder builder) {
        return embedder.map(builder::embedder).orElseGet(builder::noEmbedder);
    }
}
