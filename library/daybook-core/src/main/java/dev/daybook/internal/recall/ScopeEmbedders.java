package dev.daybook.internal.recall;

import dev.daybook.internal.codec.CheckedEmbedder;
import dev.daybook.internal.codec.VectorWatermarks;
import dev.daybook.model.Scope;
import dev.daybook.store.Store;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the embedder that searches a scope: the previous one while the scope carries its mark, then the current one
 * for good (decision 23). Warns once of vectors whose embedder is not installed. Thread-safe.
 */
final class ScopeEmbedders {

    private static final Logger LOG = System.getLogger("dev.daybook.internal.vectors");

    private final Store store;
    private final @Nullable CheckedEmbedder embedder;
    private final @Nullable CheckedEmbedder previous;
    private final Set<String> missing = ConcurrentHashMap.newKeySet();
    private final Set<String> warned = ConcurrentHashMap.newKeySet();
    /**
     * Scopes whose marks have been read. They stay valid: this process embeds every entry with its embedder, also those
     * of a process with another one.
     */
    private final Set<Scope> settled = ConcurrentHashMap.newKeySet();

    ScopeEmbedders(Store store, @Nullable CheckedEmbedder embedder, @Nullable CheckedEmbedder previous) {
        this.store = store;
        this.embedder = embedder;
        this.previous = previous;
    }

    /** Returns the embedder to search a scope with, or null for keyword search only. */
    @Nullable
    CheckedEmbedder of(Scope scope) {
        if (settled.contains(scope)) {
            return embedder;
        }
        Set<String> names = VectorWatermarks.of(store, scope).keySet();
        names.stream().filter(this::isMissing).forEach(missing::add);
        if (previous != null && names.contains(previous.name()) && !isPresent(previous)) {
            return previous;
        }
        settled.add(scope);
        return embedder;
    }

    /** Returns whether an embedder is the current one, which embeds new entries. */
    boolean isPresent(CheckedEmbedder other) {
        return embedder != null && embedder.name().equals(other.name());
    }

    private boolean isMissing(String name) {
        return (embedder == null || !embedder.name().equals(name))
                && (previous == null || !previous.name().equals(name));
    }

    /** Warns, once per missing embedder, that scopes have its vectors. Call it when a search needs them. */
    void warnOfMissing() {
        for (String name : missing) {
            if (warned.add(name)) {
                LOG.log(
                        Level.WARNING,
                        embedder == null
                                ? "the embedder {0} of stored vectors is not installed, so recall falls back to keyword search;"
                                        + " add its jar, or open with embedder(…)"
                                : "the embedder {0} of stored vectors is not installed, so they are not searched;"
                                        + " open with previousEmbedder(…) to search them until all entries are embedded again",
                        name);
            }
        }
    }
}
