package dev.daybook.recall;

import dev.daybook.codec.CheckedEmbedder;
import dev.daybook.codec.VectorMarks;
import dev.daybook.data.Scope;
import dev.daybook.spi.Store;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which embedder a scope is searched with: the previous one as long as the scope has its mark, then for ever the present
 * one (decision 23). Vectors of an embedder that is not there are warned of, once. Thread-safe.
 */
final class ScopeEmbedders {

    private static final Logger LOG = System.getLogger("dev.daybook.vectors");

    private final Store store;
    private final @Nullable CheckedEmbedder embedder;
    private final @Nullable CheckedEmbedder previous;
    private final Set<String> missing = ConcurrentHashMap.newKeySet();
    private final Set<String> warned = ConcurrentHashMap.newKeySet();
    /** Whose marks were looked at, and need not be again: no mark of another embedder comes while this daybook is open. */
    private final Set<Scope> settled = ConcurrentHashMap.newKeySet();

    ScopeEmbedders(Store store, @Nullable CheckedEmbedder embedder, @Nullable CheckedEmbedder previous) {
        this.store = store;
        this.embedder = embedder;
        this.previous = previous;
    }

    /** The one embedder to search a scope with now; null: by words only. */
    @Nullable
    CheckedEmbedder of(Scope scope) {
        if (settled.contains(scope)) {
            return embedder;
        }
        Set<String> names = VectorMarks.of(store, scope).keySet();
        names.stream().filter(this::isMissing).forEach(missing::add);
        if (previous != null && names.contains(previous.name()) && !isPresent(previous)) {
            return previous;
        }
        settled.add(scope);
        return embedder;
    }

    /** Whether an embedder is the one that what is written now is embedded with. */
    boolean isPresent(CheckedEmbedder other) {
        return embedder != null && embedder.name().equals(other.name());
    }

    private boolean isMissing(String name) {
        return (embedder == null || !embedder.name().equals(name))
                && (previous == null || !previous.name().equals(name));
    }

    /** Says once of each embedder that is not here that scopes have vectors of it. To be called when they are missed. */
    void warnOfMissing() {
        for (String name : missing) {
            if (warned.add(name)) {
                LOG.log(
                        Level.WARNING,
                        embedder == null
                                ? "there are vectors of the embedder {0}, which is not here, so only words are searched;"
                                        + " add its jar, or open with embedder(…)"
                                : "there are vectors of the embedder {0}, which is not here, so they are not searched;"
                                        + " open with previousEmbedder(…) to search them until all is embedded anew",
                        name);
            }
        }
    }
}
