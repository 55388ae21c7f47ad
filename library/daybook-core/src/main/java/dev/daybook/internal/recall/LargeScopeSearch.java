package dev.daybook.internal.recall;

import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.codec.EpisodeCodec;
import dev.daybook.internal.entries.EntryText;
import dev.daybook.internal.heap.ReadBudget;
import dev.daybook.internal.index.EntrySlot;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.index.SessionActivity;
import dev.daybook.internal.recall.MemorySearch.Place;
import dev.daybook.internal.scoring.AnalyzedQuery;
import dev.daybook.internal.scoring.HybridScoring;
import dev.daybook.internal.scoring.TermStatistics;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.query.Query;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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

    /** The copies of texts that a collapsed search by time counts. */
    private static final int MAX_COPIES = 1_000;

    /** The positions on each side of a message among which its neighbour is looked for. */
    static final int REACH = 1_000;

    /** Each search has an index of its own, and several run at once. */
    private static final int SHARE_OF_INDEX = 8;

    /** The index of two thousand candidates of usual length is far below. */
    private static final long SMALL_INDEX_BYTES = 16_000_000;

    private static final Set<Kind> RECALLED = EnumSet.complementOf(EnumSet.of(Kind.BLOCK));

    private final Store store;
    private final long limit;
    private final TermStatistics.Recent statistics = new TermStatistics.Recent();

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
     * Returns the scored candidates of a query. A search for the newest entries reads on until enough of them pass the
     * conditions on their bodies.
     */
    ScoredScope candidates(
            Scope scope,
            Head head,
            FilteredQuery asked,
            AnalyzedQuery analyzedQuery,
            @Nullable String vectorSidecar,
            Function<Collection<IndexRow>, Map<EntryKey, Entry>> bodies) {
        Query query = asked.query();
        boolean searched = switch (query.by()) {
            case BEST, WORDS, MEANING -> true;
            case TEXT, NEWEST -> false;
        };
        CandidateProbe.Candidates candidates = searched
                ? best(
                        scope,
                        head,
                        query,
                        new CandidateProbe(asked.filter(), analyzedQuery, vectorSidecar, query.collapse()))
                : new CandidateProbe.Candidates(newest(scope, asked), List.of());
        ScopeIndex scopeIndex = index(candidates.passing(), vectorSidecar, searched);
        ScopeIndex whole = candidates.whole().isEmpty() ? scopeIndex : index(candidates.whole(), null, searched);
        return new ScoredScope(
                scope, scopeIndex, HybridScoring.score(scopeIndex, query.by(), analyzedQuery), bodies, whole);
    }

    private CandidateProbe.Candidates best(Scope scope, Head head, Query query, CandidateProbe probe) {
        boolean whole = query.minimumConfidence() != null;
        boolean hasKind = query.kinds().isEmpty()
                || !Collections.disjoint(query.kinds(), head.counts().keySet());
        if (!hasKind && !whole) {
            return new CandidateProbe.Candidates(List.of(), List.of());
        }
        TermStatistics ofTerms = statistics.of(scope, head, probe.terms(), () -> probe.statistics(store, scope, head));
        return probe.candidates(store, scope, ofTerms, whole);
    }

    /** Drops what is known of the last queries. Call it after an erasure. */
    void clear() {
        statistics.clear();
    }

    /** @param taken whether the rows were taken from the read budget; a row in two lists was taken twice */
    private ScopeIndex index(List<IndexRow> rows, @Nullable String vectorSidecar, boolean taken) {
        ScopeIndex scopeIndex = new ScopeIndex(vectorSidecar);
        scopeIndex.setPartial();
        long most = Math.min(limit, Math.max(SMALL_INDEX_BYTES, limit / SHARE_OF_INDEX));
        for (IndexRow row : rows) {
            if (scopeIndex.hasRoomFor(row, most)) {
                long before = scopeIndex.bytes();
                scopeIndex.add(row);
                ReadBudget.take(scopeIndex.bytes() - before);
            }
        }
        if (taken) {
            ReadBudget.giveBack(rows.stream().mapToLong(BestRows::bytes).sum());
        }
        scopeIndex.complete();
        return scopeIndex;
    }

    /**
     * Returns the newest entries that are shown, as many as the query asks for if there are. Copies of a text on the way count once
     * if one hit stands for all.
     */
    private List<IndexRow> newest(Scope scope, FilteredQuery asked) {
        Query query = asked.query();
        EntryScan scan = new EntryScan(
                query.kinds().isEmpty() ? RECALLED : query.kinds(),
                query.sessions().size() == 1 ? query.sessions().iterator().next() : null,
                query.from(),
                query.to(),
                Set.of(EntryPut.LIVE),
                EntryScan.Versions.CURRENT,
                EntryScan.Order.NEWEST_TIME,
                null,
                BODIES);
        NewestRows newest = new NewestRows(query.limit());
        Set<EntryText> texts = new HashSet<>();
        List<IndexRow> copies = new ArrayList<>();
        PagedReads<StoredEntry> pages = PagedReads.pages(cursor -> store.scan(scope, scan.after(cursor)));
        boolean ended = false;
        while (!ended && pages.hasNext()) {
            for (StoredEntry stored : pages.next().items()) {
                IndexRow row = row(stored);
                ended = ended || newest.isComplete(row.time());
                if (ended || asked.filter().exclusion(EntrySlot.of(row, 0, 0)).isPresent()) {
                    continue;
                }
                Entry entry = EntryCodec.decode(stored);
                if (asked.admits(scope, entry, List.of())) {
                    if (query.collapse() && !texts.add(EntryText.of(entry))) {
                        if (copies.size() < MAX_COPIES) {
                            copies.add(row);
                        }
                    } else {
                        newest.offer(row);
                    }
                }
            }
        }
        pages.release();
        // The different texts first: the index of the rows may have no room for all copies.
        List<IndexRow> rows = new ArrayList<>(newest.rows());
        rows.addAll(copies);
        return rows;
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

    /** Returns a session, read episode by episode. */
    Optional<SessionActivity> session(Scope scope, String session) {
        EntryScan episodes = EntryScan.of(Kind.EPISODE).inSession(session);
        return PagedReads.all(cursor -> store.scan(scope, episodes.after(cursor)))
                .filter(stored -> stored.status().equals(EntryPut.LIVE))
                .map(stored -> SessionActivity.at(stored.time()))
                .reduce((known, next) -> known.and(next.last()));
    }

    /**
     * Returns the previous and the next message of the session, by position. Reads at most {@link #REACH} positions on
     * each side: a neighbour further away is not found.
     */
    List<Place> neighbours(Place place) {
        Scope scope = place.entry().scope();
        List<StoredEntry> found = store.get(
                scope, List.of(new EntryKey(place.entry().kind(), place.entry().id())));
        String session = found.isEmpty() ? null : found.get(0).session();
        if (session == null || place.entry().kind() != Kind.EPISODE) {
            return List.of();
        }
        StoredEntry here = found.get(0);
        int messages = messages(here);
        if (place.index() >= messages) {
            return List.of();
        }
        List<Place> around = new ArrayList<>();
        if (place.index() > 0) {
            around.add(new Place(place.entry(), place.index() - 1));
        } else {
            EntryScan before = EntryScan.of(Kind.EPISODE)
                    .inSession(session)
                    .positions(here.position() - REACH, here.position() - 1)
                    .order(EntryScan.Order.NEWEST_POSITION);
            spoken(scope, before).ifPresent(stored -> around.add(place(scope, stored, messages(stored) - 1)));
        }
        if (place.index() < messages - 1) {
            around.add(new Place(place.entry(), place.index() + 1));
        } else {
            EntryScan after = EntryScan.of(Kind.EPISODE)
                    .inSession(session)
                    .positions(here.position() + 1, here.position() + REACH);
            spoken(scope, after).ifPresent(stored -> around.add(place(scope, stored, 0)));
        }
        return around;
    }

    /** Returns the first live episode of a scan that has a message; nearly always that is the first one at all. */
    private Optional<StoredEntry> spoken(Scope scope, EntryScan scan) {
        EntryScan single = scan.limit(1);
        PagedReads<StoredEntry> pages = PagedReads.pages(cursor -> store.scan(scope, single.after(cursor)));
        Optional<StoredEntry> found = Optional.empty();
        while (found.isEmpty() && pages.hasNext()) {
            found = pages.next().items().stream()
                    .filter(stored -> stored.status().equals(EntryPut.LIVE) && messages(stored) > 0)
                    .findFirst();
        }
        pages.release();
        return found;
    }

    private static int messages(StoredEntry stored) {
        return EpisodeCodec.decode(stored).messages().size();
    }

    private static Place place(Scope scope, StoredEntry stored, int index) {
        return new Place(new EntryRef(scope, Kind.EPISODE, stored.key().id()), index);
    }

    /** Returns whether any of the newest entries has a vector. */
    boolean hasVectors(Scope scope, Head head, String vectorSidecar) {
        return store.rows(scope, Math.max(0, head.revision() - ROWS), ROWS).items().stream()
                .anyMatch(row -> row.sidecars().containsKey(vectorSidecar));
    }
}
