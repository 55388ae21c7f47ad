package dev.daybook.internal.recall;

import dev.daybook.error.StoreException;
import dev.daybook.internal.entries.EntryReader;
import dev.daybook.internal.index.EntrySlot;
import dev.daybook.internal.index.IndexLocks;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.index.ScopeIndexes;
import dev.daybook.internal.index.SessionActivity;
import dev.daybook.internal.recall.MemorySearch.Place;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Store;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The sessions of a scope by its index: their activity, their episodes in order, and the neighbours of a message. Thread-safe. */
public final class SessionIndex {

    /** The order of {@link EntryScan.Order#NEWEST_POSITION}. */
    private static final Comparator<IndexRow> NEWEST_FIRST =
            Comparator.comparingLong(IndexRow::position).reversed();

    /**
     * Up to this number of entries a scope index is loaded for a history, in about a millisecond; a scan of a page takes 0.15.
     * With 100 entries a load took 3 ms and paid off after twenty further histories.
     */
    private static final long LOADED_FOR_A_SESSION = 64;

    /** Up to this number an index that is in memory is brought up to date for a history: it reads what was written since. */
    private static final long UPDATED_FOR_A_SESSION = 256;

    private final Store store;
    private final ScopeIndexes scopeIndexes;
    private final LargeScopeSearch large;
    private final EntryReader entryReader;
    private final Clock clock;

    SessionIndex(Store store, ScopeIndexes scopeIndexes, LargeScopeSearch large, EntryReader entryReader, Clock clock) {
        this.store = store;
        this.scopeIndexes = scopeIndexes;
        this.large = large;
        this.entryReader = entryReader;
        this.clock = clock;
    }

    private SearchView open() {
        return new SearchView(store, scopeIndexes, large);
    }

    /** Returns the sessions of a scope by id. */
    public Map<String, SessionActivity> activity(Scope scope) {
        try (SearchView view = open()) {
            return view.index(scope)
                    .map(scopeIndex -> scopeIndex.activityBySession(clock.instant()))
                    .orElseGet(() -> large.sessions(scope));
        }
    }

    /** Returns the activity of a session, if it has an episode. */
    public Optional<SessionActivity> activity(Scope scope, String session) {
        try (SearchView view = open()) {
            return view.index(scope)
                    .map(scopeIndex -> scopeIndex.activity(session, clock.instant()))
                    .orElseGet(() -> large.session(scope, session));
        }
    }

    Optional<SessionPages> episodes(Scope scope, String session) {
        try (SearchView view = open()) {
            return episodes(view, scope, session);
        }
    }

    /**
     * Returns the episodes of a session by the index of the scope, if the view has read it. The index of a small scope that
     * is read again is brought up to date for it, or loaded where it evicts no other; another one is used only if it is in
     * memory, up to date, and not being loaded, otherwise the result is empty: a scan costs less than an index that is used
     * once.
     */
    Optional<SessionPages> episodes(SearchView view, Scope scope, String session) {
        try (IndexLocks locks = new IndexLocks()) {
            boolean inMemory = isInMemory(scope);
            boolean again = entryReader.isReadAgain(scope) && (inMemory || scopeIndexes.hasRoom());
            if (!again && !view.hasRead(scope) && !inMemory) {
                // The scan of the session reads the head of its scope itself.
                return Optional.empty();
            }
            Head head = view.head(scope);
            Optional<ScopeIndex> index = view.hasRead(scope)
                            || again && head.entries() <= (inMemory ? UPDATED_FOR_A_SESSION : LOADED_FOR_A_SESSION)
                    ? view.index(scope, head, null)
                    : scopeIndexes.current(scope, head, locks);
            return index.map(scopeIndex ->
                    new SessionPages.IndexedSession(entryReader, scope, newestFirst(scopeIndex, session)));
        } catch (StoreException damaged) {
            // A scan of the session may not meet the damage.
            return Optional.empty();
        }
    }

    /** Returns whether an index of a scope is in memory, up to date or not, without a read of the store. */
    private boolean isInMemory(Scope scope) {
        try (IndexLocks locks = new IndexLocks()) {
            return scopeIndexes.current(scope, Head.EMPTY, locks).isPresent();
        }
    }

    private static List<IndexRow> newestFirst(ScopeIndex scopeIndex, String session) {
        List<IndexRow> rows = new ArrayList<>();
        for (int slot : scopeIndex.slotsOfSession(session)) {
            rows.add(scopeIndex.slots().get(slot).row());
        }
        rows.sort(NEWEST_FIRST);
        return rows;
    }

    /** Returns the previous and the next message of the session. */
    List<Place> neighbours(SearchView view, Place place) {
        return view.index(place.entry().scope())
                .map(scopeIndex -> neighbours(scopeIndex, place))
                .orElseGet(() -> large.neighbours(place));
    }

    private static List<Place> neighbours(ScopeIndex scopeIndex, Place place) {
        int number = scopeIndex.slotOf(
                new EntryKey(place.entry().kind(), place.entry().id()));
        if (number < 0 || place.index() >= scopeIndex.slots().get(number).messages()) {
            return List.of();
        }
        int message = scopeIndex.slots().get(number).firstMessage() + place.index();
        return IntStream.of(scopeIndex.previous(message), scopeIndex.next(message))
                .filter(neighbour -> neighbour >= 0)
                .mapToObj(neighbour -> place(place.entry().scope(), scopeIndex, neighbour))
                .toList();
    }

    private static Place place(Scope scope, ScopeIndex scopeIndex, int message) {
        EntrySlot slot = scopeIndex.slots().get(scopeIndex.slotOfMessage(message));
        EntryKey key = slot.row().key();
        return new Place(new EntryRef(scope, key.kind(), key.id()), message - slot.firstMessage());
    }
}
