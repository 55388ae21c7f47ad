package dev.daybook.internal.recall;

import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.store.Store;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Ranks the notes of a scope by a text: semantic search with an embedder, hybrid search (which is keyword search then)
 * without one. Thread-safe.
 */
public final class NoteSearch {

    private final Store store;
    private final MemorySearch memorySearch;
    private final VectorCoverage coverage;

    public NoteSearch(Store store, MemorySearch memorySearch, VectorCoverage coverage) {
        this.store = store;
        this.memorySearch = memorySearch;
        this.coverage = coverage;
    }

    /** The vectors of a scope, as a search of notes sees them. */
    @FunctionalInterface
    public interface VectorCoverage {

        /** Returns whether every entry up to a revision has its vector. */
        boolean isComplete(Scope scope, long revision);
    }

    /** Returns the notes nearest to a text, best first, up to a limit. */
    public List<Hit> search(Scope scope, String text, int limit) {
        if (limit <= 0) {
            return List.of();
        }
        Query query = Query.of(text).kinds(Kind.NOTE).limit(limit);
        if (!memorySearch.hasEmbedder()) {
            return memorySearch.recall(scope, query);
        }
        Query semantic = query.by(By.MEANING);
        if (coverage.isComplete(scope, store.head(scope).revision())) {
            return memorySearch.recall(scope, semantic);
        }
        List<Hit> near = memorySearch.recall(scope, semantic.limit(Integer.MAX_VALUE));
        return Stream.concat(named(scope, query, near), near.stream())
                .limit(limit)
                .toList();
    }

    /**
     * Returns the notes without a vector that share a word with the query, so that a failing embedder hides no note.
     *
     * @param near the notes with a vector
     */
    private Stream<Hit> named(Scope scope, Query query, List<Hit> near) {
        Set<String> embedded = near.stream().map(hit -> hit.entry().id()).collect(Collectors.toSet());
        return memorySearch.recall(scope, query.by(By.WORDS).limit(Integer.MAX_VALUE)).stream()
                .filter(hit -> !hit.fallback() || query.text().isBlank())
                .filter(hit -> !embedded.contains(hit.entry().id()));
    }
}
