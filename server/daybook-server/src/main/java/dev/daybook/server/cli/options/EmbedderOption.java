package dev.daybook.server.cli.options;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.internal.hash.HashVectors;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.EmbedderProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The embedder choice of {@code --embedder}. */
public final class EmbedderOption {

    public static final EmbedderOption NONE = new EmbedderOption(Choice.NONE, null);
    public static final EmbedderOption HASH = new EmbedderOption(Choice.HASH, null);

    private enum Choice {
        /** The bundled embedder if its jar is present, else none. */
        AUTOMATIC,
        NONE,
        HASH,
        BUNDLED,
        FOLDER
    }

    private final Choice choice;

    /** The embedder of a folder; one for all stores of the process, which share its model. */
    private final @Nullable Embedder ofFolder;

    private EmbedderOption(Choice choice, @Nullable Embedder ofFolder) {
        this.choice = choice;
        this.ofFolder = ofFolder;
    }

    static EmbedderOption of(@Nullable String name) {
        if (name == null) {
            return new EmbedderOption(Choice.AUTOMATIC, null);
        }
        return switch (name) {
            case "none" -> NONE;
            case "hash" -> HASH;
            case "bundled" -> new EmbedderOption(Choice.BUNDLED, null);
            default -> ofFolder(name);
        };
    }

    private static EmbedderOption ofFolder(String name) {
        if (!Files.isDirectory(Path.of(name))) {
            throw new IllegalArgumentException(
                    "--embedder is '" + name + "'; use none, hash, bundled or the folder of an encoder");
        }
        EmbedderProvider provider = bundled()
                .orElseThrow(() -> new IllegalArgumentException(
                        "--embedder is the folder '" + name + "', but the jar that reads it is missing; add"
                                + " daybook-embeddings to the class path, or use none or hash"));
        return new EmbedderOption(Choice.FOLDER, provider.embedder(Path.of(name)));
    }

    public DaybookBuilder builder(Path folder) {
        return with(Daybook.builder(folder));
    }

    /** Sets the embedder of a builder. */
    DaybookBuilder with(DaybookBuilder builder) {
        return switch (choice) {
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
            case FOLDER -> builder.embedder(Objects.requireNonNull(ofFolder));
        };
    }

    /** Describes the embedder for the checkup. */
    public String description() {
        return switch (choice) {
            case NONE -> "none: recall is keyword search (BM25) only";
            case HASH -> "hash: similar spelling only, no semantic search";
            case AUTOMATIC, BUNDLED ->
                bundledIsThere()
                        ? "bundled"
                        : "none, the jar daybook-embeddings is missing: recall is keyword search (BM25) only";
            case FOLDER -> Objects.requireNonNull(ofFolder).name();
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
    public Optional<Embedder> embedder() {
        return switch (choice) {
            case NONE -> Optional.empty();
            case HASH -> Optional.of(hash());
            case AUTOMATIC, BUNDLED -> bundled().map(EmbedderProvider::embedder);
            case FOLDER -> Optional.ofNullable(ofFolder);
        };
    }
}
