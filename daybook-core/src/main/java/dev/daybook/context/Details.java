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

    /** By episode: which of its messages are shown. */
    private final Map<Ref, Set<Integer>> packed = new LinkedHashMap<>();

    private final Map<Ref, Episode> episodes = new LinkedHashMap<>();
    private final List<LeftOut> leftOut = new ArrayList<>();

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
        for (Hit hit : hits) {
            Ref ref = new Ref(hit.scope(), hit.kind(), hit.id());
            episodes.put(ref, (Episode) hit.entry());
            Place place = new Place(ref, bestMessage(hit));
            if (add(place)) {
                best.add(place);
            } else {
                leftOut.add(new LeftOut(ref, "recalled, but the budget is spent"));
            }
        }
        if (withNeighbours) {
            best.forEach(this::addNeighbours);
        }
    }

    private static int bestMessage(Hit hit) {
        return hit.messages().isEmpty() ? 0 : hit.messages().get(0).index();
    }

    private void addNeighbours(Place place) {
        for (Place neighbour : recaller.beside(place)) {
            Optional<Episode> episode = Optional.ofNullable(episodes.get(neighbour.entry()))
                    .or(() -> recaller.episode(
                            neighbour.entry().scope(), neighbour.entry().id()));
            episode.filter(found -> mayShow(neighbour.entry(), found)).ifPresent(found -> {
                episodes.putIfAbsent(neighbour.entry(), found);
                add(neighbour);
            });
        }
    }

    /** A neighbour was not searched for, so the rule that recall keeps for hits has to be kept here as well. */
    private boolean mayShow(Ref entry, Episode episode) {
        return !episode.sensitive() || entry.scope().equals(scope);
    }

    private boolean add(Place place) {
        Episode episode = episodes.get(place.entry());
        if (episode == null || place.index() >= episode.messages().size()) {
            return false;
        }
        Set<Integer> shown = packed.get(place.entry());
        if (shown != null && shown.contains(place.index())) {
            return true;
        }
        int cost = budget.cost(Frame.quote(episode.messages().get(place.index())))
                + (shown == null ? budget.cost(Frame.header(episode)) : 0);
        if (!budget.spend(cost)) {
            return false;
        }
        packed.computeIfAbsent(place.entry(), unused -> new TreeSet<>()).add(place.index());
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
        String lastHeader = "";
        for (Ref ref : shown()) {
            Episode episode = episodes.get(ref);
            String header = Frame.header(episode);
            if (!header.equals(lastHeader)) {
                lines.add(header);
                lastHeader = header;
            }
            packed.get(ref)
                    .forEach(index -> lines.add(Frame.quote(episode.messages().get(index))));
        }
        return String.join("\n", lines);
    }

    List<Ref> shown() {
        return packed.keySet().stream()
                .sorted(Comparator.comparing(
                                (Ref ref) -> episodes.get(ref).occurredAt().toInstant())
                        .thenComparing(ref -> episodes.get(ref).position()))
                .toList();
    }

    List<LeftOut> leftOut() {
        return leftOut;
    }
}
