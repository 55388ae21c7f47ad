package dev.daybook.internal.recall;

import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.internal.scoring.QueryFilter;
import dev.daybook.internal.scoring.ScopeRelevance;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Scope;
import dev.daybook.outcome.Hit.MessageScore;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A query over the scopes of one reader with its conditions on entries, which all steps of a recall share. Not thread-safe.
 *
 * @param admitted the condition of the caller
 * @param explained an entry that passes in any case, because its rank is to be explained; null: none
 * @param floor the least relevance of a scope with hits, from 0 to 1 ({@link ScopeRelevance}); 0: any
 */
record FilteredQuery(
        ReadScopes scopes,
        Query query,
        QueryFilter filter,
        TrustView trustView,
        BiPredicate<Scope, Entry> admitted,
        @Nullable EntryRef explained,
        double floor) {

    /**
     * @param scopes the scopes of the reader; the query may add the shared one
     * @param now the time of the query, which no entry may have reached as its end
     */
    static FilteredQuery of(
            ReadScopes scopes, Query query, TrustView trustView, BiPredicate<Scope, Entry> admitted, Instant now) {
        return new FilteredQuery(
                query.shared() ? scopes.withShared() : scopes,
                query,
                new QueryFilter(query, now),
                trustView,
                admitted,
                null,
                0);
    }

    /** Returns the query with a least relevance of a scope with hits. */
    FilteredQuery above(double relevance) {
        return new FilteredQuery(scopes, query, filter, trustView, admitted, explained, relevance);
    }

    /** Returns whether an empty answer is replaced by the newest entries. */
    boolean fallsBack() {
        return query.by() == By.TEXT && query.fallback();
    }

    /** Returns the query for the newest entries with the other conditions. */
    FilteredQuery newest() {
        return of(scopes, query.by(By.NEWEST), trustView, admitted, filter.now());
    }

    /** Returns the query with another limit or minimum score, which no condition on entries reads. */
    FilteredQuery with(Query changed) {
        return new FilteredQuery(scopes, changed, filter, trustView, admitted, explained, floor);
    }

    FilteredQuery explaining(EntryRef entry) {
        return new FilteredQuery(scopes, query, filter, trustView, admitted, entry, floor);
    }

    /**
     * Tests the conditions on the body of an entry.
     *
     * @param messages the messages of an episode by score; empty if they were not scored
     */
    boolean admits(Scope owner, Entry entry, List<MessageScore> messages) {
        return isExplained(owner, entry) || exclusion(owner, entry, messages).isEmpty() && admitted.test(owner, entry);
    }

    private boolean isExplained(Scope owner, Entry entry) {
        return explained != null
                && owner.equals(explained.scope())
                && entry.kind() == explained.kind()
                && entry.id().equals(explained.id());
    }

    /** Returns the condition of the query or of the space that excludes an entry by its body. */
    Optional<String> exclusion(Scope owner, Entry entry, List<MessageScore> messages) {
        return filter.exclusion(scopes.own(), owner, entry).or(() -> trustView.exclusion(entry, messages));
    }
}
