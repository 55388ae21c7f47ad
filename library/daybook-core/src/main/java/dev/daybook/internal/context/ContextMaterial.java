package dev.daybook.internal.context;

import dev.daybook.internal.context.ContextTiers.Sections;
import dev.daybook.internal.recall.MemorySearch;
import dev.daybook.internal.recall.MemorySearch.Place;
import dev.daybook.internal.recall.MemorySearch.RecalledEpisodes;
import dev.daybook.internal.recall.SearchView;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.spi.TokenCounter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The input of one context, read once for any number of layouts. Not thread-safe. */
final class ContextMaterial {

    private final MemorySearch memorySearch;
    private final SearchView view;
    private final TokenCounter counter;
    private final ContextRequest contextRequest;
    private final EarlierTurns turns;
    private final Sections sections;
    private final Map<Place, List<Place>> neighbours = new HashMap<>();
    private final Map<EntryRef, Optional<Episode>> beside = new HashMap<>();
    private final Map<Place, SpokenText> spoken = new HashMap<>();
    private @Nullable RecalledEpisodes hits;

    ContextMaterial(
            MemorySearch memorySearch,
            SearchView view,
            TokenCounter counter,
            ContextRequest contextRequest,
            EarlierTurns turns,
            Sections sections) {
        this.memorySearch = memorySearch;
        this.view = view;
        this.counter = counter;
        this.contextRequest = contextRequest;
        this.turns = turns;
        this.sections = sections;
    }

    /**
     * Reads the neighbours of messages in their sessions, with their episodes. Each layout shows nearly the same messages.
     *
     * @param known the episodes that need no read
     */
    void readBeside(List<Place> places, Set<EntryRef> known) {
        neighbours.putAll(memorySearch.neighbours(
                view,
                places.stream().filter(place -> !neighbours.containsKey(place)).toList()));
        List<EntryRef> unread = places.stream()
                .flatMap(place -> neighbours(place).stream())
                .map(Place::entry)
                .filter(entry -> !known.contains(entry) && !beside.containsKey(entry))
                .distinct()
                .toList();
        Map<EntryRef, Episode> found = memorySearch.shownEpisodes(contextRequest.scopes(), unread);
        unread.forEach(entry -> beside.put(entry, Optional.ofNullable(found.get(entry))));
    }

    /** Returns the previous and the next message of the session, once they are read. */
    List<Place> neighbours(Place place) {
        return neighbours.getOrDefault(place, List.of());
    }

    /** Returns an episode as a context may show it beside a hit, once it is read. */
    Optional<Episode> shown(EntryRef entry) {
        return beside.getOrDefault(entry, Optional.empty());
    }

    /** Returns what a message says, by which it is told once; empty if each message is shown. */
    Optional<SpokenText> spoken(Place place, Episode episode) {
        return contextRequest.options().collapse()
                ? Optional.of(spoken.computeIfAbsent(place, unseen -> SpokenText.of(place, episode)))
                : Optional.empty();
    }

    TokenCounter counter() {
        return counter;
    }

    ContextRequest asked() {
        return contextRequest;
    }

    EarlierTurns turns() {
        return turns;
    }

    Sections sections() {
        return sections;
    }

    /**
     * Returns the entries recalled for the prompt, without episodes whose messages are all shown. Recalled for the
     * first layout, because others differ from it by a turn or two.
     */
    RecalledEpisodes hits(SessionTurns shown) {
        RecalledEpisodes recalled = hits;
        if (recalled == null) {
            recalled = contextRequest.asksForDetails()
                    ? memorySearch.episodes(
                            view,
                            contextRequest.scopes(),
                            contextRequest.details(),
                            contextRequest.options().relevanceFloor(),
                            (owner, entry) -> !isShown(shown, owner, (Episode) entry))
                    : new RecalledEpisodes(List.of(), Set.of());
            hits = recalled;
        }
        return recalled;
    }

    private static boolean isShown(SessionTurns shown, Scope owner, Episode episode) {
        EntryRef entry = new EntryRef(owner, Kind.EPISODE, episode.id());
        int messages = episode.messages().size();
        return messages > 0 && IntStream.range(0, messages).allMatch(index -> shown.shows(new Place(entry, index)));
    }
}
