package dev.daybook.context;

import dev.daybook.data.Context.LeftOut;
import dev.daybook.data.Episode;
import dev.daybook.data.Hit;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.recall.Recaller;
import dev.daybook.recall.Recaller.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What was recalled from other conversations, each message with the turns beside it: about a third of what a search just
 * misses stands within two turns of a hit. Packed by rank, shown in order of time.
 */
final class Details {

    private final Recaller recaller;
    private final Scope scope;
    private final List<Hit> hits;
    private final Budget budget;
    private final int total;

    /** What was read, shown or not. */
    private final Map<Ref, Episode> episodes = new HashMap<>();

    private final Map<Ref, Excerpt> packed = new LinkedHashMap<>();
    private final Set<Occasion> occasions = new HashSet<>();
    private final List<LeftOut> leftOut = new ArrayList<>();

    /** An episode, and which of its messages are shown. */
    private record Excerpt(Ref ref, Episode episode, Set<Integer> messages) {
        Excerpt(Ref ref, Episode episode) {
            this(ref, episode, new TreeSet<>());
        }
    }

    Details(Recaller recaller, Scope scope, List<Hit> hits, Budget budget) {
        this.recaller = recaller;
        this.scope = scope;
        this.hits = hits;
        this.budget = budget;
        this.total = budget.left();
    }

    void pack(boolean withNeighbours) {
        if (hits.isEmpty() || !budget.spend(budget.cost(Frame.DETAILS_HEADING))) {
            return;
        }
        List<Place> best = new ArrayList<>();
        for (Scored scored : messages()) {
            Hit hit = scored.hit();
            Ref ref = new Ref(hit.scope(), hit.kind(), hit.id());
            Episode episode = (Episode) hit.entry();
            episodes.put(ref, episode);
            Place place = new Place(ref, scored.index());
            if (add(place, episode)) {
                best.add(place);
            }
        }
        for (Hit hit : hits) {
            Ref ref = new Ref(hit.scope(), hit.kind(), hit.id());
            if (!packed.containsKey(ref)) {
                leftOut.add(new LeftOut(ref, "recalled, but the budget is spent"));
            }
        }
        if (withNeighbours) {
            best.forEach(this::addNeighbours);
        }
    }

    private record Scored(Hit hit, int index, double score) {}

    /**
     * The messages of the hits by their own scores, as many as there are hits: so a chat gives the same details whether it
     * was written down in pairs or turn by turn.
     */
    private List<Scored> messages() {
        List<Scored> messages = new ArrayList<>();
        for (Hit hit : hits) {
            if (hit.messages().isEmpty()) {
                messages.add(new Scored(hit, 0, hit.score()));
            }
            hit.messages().forEach(message -> messages.add(new Scored(hit, message.index(), message.score())));
        }
        messages.sort(Comparator.comparingDouble(Scored::score).reversed());
        return messages.subList(0, Math.min(messages.size(), hits.size()));
    }

    private void addNeighbours(Place place) {
        for (Place neighbour : recaller.beside(place)) {
            Optional<Episode> episode = Optional.ofNullable(episodes.get(neighbour.entry()))
                    .or(() -> recaller.episode(
                            neighbour.entry().scope(), neighbour.entry().id()));
            episode.filter(found -> mayShow(neighbour.entry(), found)).ifPresent(found -> {
                episodes.putIfAbsent(neighbour.entry(), found);
                add(neighbour, found);
            });
        }
    }

    /** A neighbour was not searched for, so the rule that recall keeps for hits has to be kept here as well. */
    private boolean mayShow(Ref entry, Episode episode) {
        return !episode.sensitive() || entry.scope().equals(scope);
    }

    private boolean add(Place place, Episode episode) {
        if (place.index() >= episode.messages().size()) {
            return false;
        }
        Excerpt shown = packed.get(place.entry());
        if (shown != null && shown.messages.contains(place.index())) {
            return true;
        }
        Occasion occasion = Occasion.of(episode);
        int cost = budget.cost(Frame.quote(episode.messages().get(place.index())))
                + (occasions.contains(occasion) ? 0 : budget.cost(Frame.header(episode)));
        if (!budget.spend(cost)) {
            return false;
        }
        occasions.add(occasion);
        packed.computeIfAbsent(place.entry(), ref -> new Excerpt(ref, episode))
                .messages
                .add(place.index());
        return true;
    }

    int spent() {
        return packed.isEmpty() ? 0 : total - budget.left();
    }

    String text() {
        if (packed.isEmpty()) {
            return "";
        }
        List<String> lines = new ArrayList<>(List.of(Frame.DETAILS_HEADING));
        Occasion last = null;
        for (Excerpt excerpt : byTime()) {
            Occasion occasion = Occasion.of(excerpt.episode);
            if (!occasion.equals(last)) {
                lines.add(Frame.header(excerpt.episode));
                last = occasion;
            }
            excerpt.messages.forEach(
                    index -> lines.add(Frame.quote(excerpt.episode.messages().get(index))));
        }
        return String.join("\n", lines);
    }

    List<Ref> shown() {
        return byTime().stream().map(Excerpt::ref).toList();
    }

    /** In order of time, but what stands under one header together. */
    private List<Excerpt> byTime() {
        return packed.values().stream()
                .sorted(Comparator.comparing((Excerpt excerpt) ->
                                Occasion.of(excerpt.episode).since().toInstant())
                        .thenComparing(excerpt -> String.valueOf(excerpt.episode.session()))
                        .thenComparing(excerpt -> excerpt.episode.occurredAt().toInstant())
                        .thenComparingLong(excerpt -> excerpt.episode.position()))
                .toList();
    }

    List<LeftOut> leftOut() {
        return leftOut;
    }
}
