package dev.daybook.internal.recall;

import dev.daybook.internal.ledger.FactLedger;
import dev.daybook.internal.scoring.FactWordMatch;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Ranks the facts of a scope by a text: semantic search with an embedder, keyword search without one. The conditions of
 * the query filter before the limit cuts. Thread-safe.
 */
public final class FactSearch {

    private final MemorySearch memorySearch;
    private final FactLedger facts;

    public FactSearch(MemorySearch memorySearch, FactLedger facts) {
        this.memorySearch = memorySearch;
        this.facts = facts;
    }

    /** Returns the facts of a query, best first, up to its limit. */
    public List<Fact> search(Scope scope, String text, FactQuery query) {
        if (query.limit() <= 0) {
            return List.of();
        }
        FactWordMatch words = new FactWordMatch(text);
        if (text.isBlank() || !memorySearch.hasEmbedder()) {
            return words.best(all(scope, query), query.limit());
        }
        List<Fact> near = byMeaning(scope, text, query);
        List<Fact> named = words.best(without(near, all(scope, query)), query.limit());
        Stream<Fact> found = words.hasWords()
                ? Stream.concat(named.stream(), near.stream())
                : Stream.concat(near.stream(), named.stream());
        return found.limit(query.limit()).toList();
    }

    private List<Fact> byMeaning(Scope scope, String text, FactQuery query) {
        Query semantic = Query.of(text)
                .by(By.MEANING)
                .kinds(Kind.FACT)
                .asOf(query.asOf())
                .limit(Integer.MAX_VALUE);
        return memorySearch.recall(scope, semantic).stream()
                .map(hit -> (Fact) hit.entry())
                .filter(query::matches)
                .toList();
    }

    /**
     * Returns the facts without a vector. A keyword search finds them, so that a failing embedder hides no fact.
     *
     * @param near the facts with a vector
     */
    private static List<Fact> without(List<Fact> near, List<Fact> facts) {
        Set<String> embedded = near.stream().map(Fact::id).collect(Collectors.toSet());
        return facts.stream().filter(fact -> !embedded.contains(fact.id())).toList();
    }

    private List<Fact> all(Scope scope, FactQuery query) {
        return memorySearch.shown(scope, facts.list(scope, query.limit(Integer.MAX_VALUE)));
    }
}
