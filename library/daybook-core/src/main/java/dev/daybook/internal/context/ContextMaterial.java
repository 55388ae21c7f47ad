package dev.daybook.internal.context;

import dev.daybook.internal.context.ContextTiers.Sections;
import dev.daybook.internal.recall.MemorySearch;
import dev.daybook.internal.recall.MemorySearch.Place;
import dev.daybook.internal.recall.MemorySearch.RecalledEpisodes;
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
    private final TokenCounter counter;
    private final ContextRequest contextRequest;
    private final EarlierTurns turns;
    private final Sections sections;
    private final Map<Place, List<Place>> neighbours = new HashMap<>();
    private final Map<EntryRef, Optional<Episode>> beside = new HashMap<>();
    private @Nullable RecalledEpisodes hits;

    ContextMaterial(
            MemorySearch memorySearch,
            TokenCounter counter,
            ContextRequest contextRequest,
            EarlierTurns turns,
            Sections sections) {
        this.memorySearch = memorySearch;
        this.counter = counter;
        this.contextRequest = contextRequest;
        this.turns = turns;
        this.sections = sections;
    }

    /** Returns the previous and the next message of the session. Each layout shows nearly the same messages. */
    List<Place> neighbours(Place place) {
        return neighbours.computeIfAbsent(place, memorySearch::neighbours);
    }

    /** Returns an episode as a context may show it beside a hit. */
    Optional<Episode> shown(EntryRef entry) {
        return beside.computeIfAbsent(entry, unread -> memorySearch.shown(unread.scope(), unread.id()));
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
                            contextRequest.scope(),
                            contextRequest.details(),
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
