package dev.daybook.recall;

import dev.daybook.codec.EntryCodec;
import dev.daybook.codec.EpisodeCodec;
import dev.daybook.data.Entry;
import dev.daybook.data.EntryRef;
import dev.daybook.data.Kind;
import dev.daybook.data.Query;
import dev.daybook.data.Scope;
import dev.daybook.recall.MemorySearch.Place;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.PagedReads;
import dev.daybook.store.ReadBudget;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Search of a scope that is too large for an index in memory: it has more entries than the store permits, or more bytes
 * than the memory budget. Builds an index of the best candidates by words and by vector, and ranks these. A message
 * outside the candidates lends no score to its neighbours, speaker and date select no candidate, and conditions on
 * metadata filter after the cut.
 */
final class LargeScopeSearch {

    private static final int ROWS = 5_000;
    private static final int BODIES = 200;

    /** Each search has an index of its own, and several run at once. */
    private static final int SHARE_OF_INDEX = 8;

    /** The index of two thousand candidates of usual length is far below. */
    private static final long SMALL_INDEX_BYTES = 16_000_000;

    private static final Set<Kind> RECALLED = EnumSet.complementOf(EnumSet.of(Kind.BLOCK));

    private final Store store;
    private final long limit;

    /** @param limit the maximum bytes of the index of the candidates; the others are left out */
    LargeScopeSearch(Store store, long limit) {
        this.store = store;
        this.limit = limit;
    }

    /** Returns whether a scope has more entries than its store permits in memory. The head does not count messages. */
    boolean isLarge(Head head) {
        return head.entries() > store.guarantees().residentLimit();
    }

    /**
     * Returns the scored candidates of a query.
     *
     * @param shown the entries that may become hits, by their bodies; a search for the newest entries reads on until there
     *     are enough of them
     */
    ScoredScope candidates(
            Scope scope,
            Query query,
            AnalyzedQuery analyzedQuery,
            @Nullable String vectorSidecar,
            Function<Collection<IndexRow>, Map<EntryKey, Entry>> bodies,
            Predicate<Entry> shown) {
        ScopeIndex scopeIndex = new ScopeIndex(vectorSidecar);
        scopeIndex.setPartial();
        long most = Math.min(limit, Math.max(SMALL_INDEX_BYTES, limit / SHARE_OF_INDEX));
        Consumer<IndexRow> taker = row -> {
            if (scopeIndex.hasRoomFor(row, most)) {
                long before = scopeIndex.bytes();
                scopeIndex.add(row);
                ReadBudget.take(scopeIndex.bytes() - before);
            }
        };
        boolean searched = switch (query.by()) {
            case BEST, WORDS, MEANING -> true;
            case TEXT, NEWEST -> false;
        };
        if (searched) {
            List<IndexRow> best =
                    new CandidateProbe(new QueryFilter(query), analyzedQuery, vectorSidecar).candidates(store, scope);
            best.forEach(taker);
            // A row in both lists was taken twice.
            ReadBudget.giveBack(best.stream().mapToLong(BestRows::bytes).sum());
        } else {
            newest(scope, query, shown).forEach(taker);
        }
        scopeIndex.complete();
        return new ScoredScope(scope, scopeIndex, HybridScoring.score(scopeIndex, query.by(), analyzedQuery), bodies);
    }

    /** Returns the newest entries that are shown, as many as the query asks for if there are. */
    private List<IndexRow> newest(Scope scope, Query query, Predicate<Entry> shown) {
        QueryFilter queryFilter = new QueryFilter(query);
        EntryScan scan = new EntryScan(
                query.kinds().isEmpty() ? RECALLED : query.kinds(),
                query.sessions().size() == 1 ? query.sessions().iterator().next() : null,
                query.from() == null ? null : query.from().toInstant(),
                query.to() == null ? null : query.to().toInstant(),
                Set.of(EntryPut.LIVE),
                EntryScan.Versions.CURRENT,
                EntryScan.Order.NEWEST_TIME,
                null,
                BODIES);
        NewestRows newest = new NewestRows(query.limit());
        PagedReads<StoredEntry> pages = PagedReads.pages(cursor -> store.scan(scope, scan.after(cursor)));
        boolean ended = false;
        while (!ended && pages.hasNext()) {
            for (StoredEntry stored : pages.next().items()) {
                IndexRow row = row(stored);
                ended = ended || newest.isComplete(row.time());
                if (!ended
                        && queryFilter.exclusion(new EntrySlot(row, 0, 0)).isEmpty()
                        && shown.test(EntryCodec.decode(stored))) {
                    newest.offer(row);
                }
            }
        }
        pages.release();
        return newest.rows();
    }

    private static IndexRow row(StoredEntry stored) {
        return IndexRow.of(stored, stored.contentRevision(), Map.of());
    }

    /** Returns the sessions by id, read row by row. */
    Map<String, SessionActivity> sessions(Scope scope) {
        Map<String, SessionActivity> sessions = new LinkedHashMap<>();
        PagedReads.rows(store, scope, 0).forEach(row -> {
            String session = row.session();
            if (session != null
                    && row.key().kind() == Kind.EPISODE
                    && row.status().equals(EntryPut.LIVE)) {
                sessions.merge(session, SessionActivity.at(row.time()), (known, unused) -> known.and(row.time()));
            }
        });
        return sessions;
    }

    /** Returns the previous and the next message of the session. Reads the session up to there. */
    List<Place> neighbours(Place place) {
        Scope scope = place.entry().scope();
        EntryKey key = new EntryKey(place.entry().kind(), place.entry().id());
        List<StoredEntry> found = store.get(scope, List.of(key));
        String session = found.isEmpty() ? null : found.get(0).session();
        if (session == null || key.kind() != Kind.EPISODE) {
            return List.of();
        }
        List<Place> read = new ArrayList<>();
        EntryScan scan = EntryScan.of(Kind.EPISODE).inSession(session).limit(BODIES);
        PagedReads<StoredEntry> pages = PagedReads.pages(cursor -> store.scan(scope, scan.after(cursor)));
        int at = -1;
        while (pages.hasNext() && (at < 0 || at == read.size() - 1)) {
            for (StoredEntry stored : pages.next().items()) {
                int messages = EpisodeCodec.decode(stored).messages().size();
                for (int index = 0; index < messages; index++) {
                    read.add(new Place(
                            new EntryRef(scope, Kind.EPISODE, stored.key().id()), index));
                }
            }
            at = read.indexOf(place);
        }
        pages.release();
        return at < 0 ? List.of() : around(read, at);
    }

    private static List<Place> around(List<Place> read, int at) {
        List<Place> around = new ArrayList<>();
        if (at > 0) {
            around.add(read.get(at - 1));
        }
        if (at < read.size() - 1) {
            around.add(read.get(at + 1));
        }
        return around;
    }

    /** Returns whether any of the newest entries has a vector. */
    boolean hasVectors(Scope scope, Head head, String vectorSidecar) {
        return store.rows(scope, Math.max(0, head.revision() - ROWS), ROWS).items().stream()
                .anyMatch(row -> row.sidecars().containsKey(vectorSidecar));
    }
}
