package dev.daybook;

import dev.daybook.local.ApproximateTokens;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.IdSource;
import dev.daybook.spi.Store;
import dev.daybook.spi.TokenCounter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Opens a {@link Daybook} with other parts than the default ones. Not thread-safe; use it once. */
public final class DaybookBuilder {

    private final @Nullable Path folder;
    private final @Nullable Store store;
    private @Nullable Optional<Embedder> embedder;
    private TokenCounter tokenCounter = new ApproximateTokens();
    private Clock clock = Clock.systemDefaultZone();
    private @Nullable IdSource ids;

    DaybookBuilder(@Nullable Path folder, @Nullable Store store) {
        this.folder = folder;
        this.store = store;
    }

    /** Searches by meaning with this embedder. Default: the one whose jar is there, if any. */
    public DaybookBuilder embedder(Embedder embedder) {
        this.embedder = Optional.of(embedder);
        return this;
    }

    /** Searches by words only, also if the jar of an embedder is there. */
    public DaybookBuilder noEmbedder() {
        this.embedder = Optional.empty();
        return this;
    }

    /** Counts tokens for the budget of a context. Default: a quarter of the characters, rounded up. */
    public DaybookBuilder tokenCounter(TokenCounter tokenCounter) {
        this.tokenCounter = tokenCounter;
        return this;
    }

    /** Gives the time (and the offset) of what is written without one. Default: the system's. */
    public DaybookBuilder clock(Clock clock) {
        this.clock = clock;
        return this;
    }

    /** Makes the ids of what is written without one. Default: ULIDs, which sort by time. */
    public DaybookBuilder ids(IdSource ids) {
        this.ids = ids;
        return this;
    }

    public Daybook open() {
        throw new IllegalStateException("not built yet");
    }
}
