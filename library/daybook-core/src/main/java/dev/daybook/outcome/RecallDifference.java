package dev.daybook.outcome;

import dev.daybook.model.EntryRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The hits of a query with and without some entries of the scope.
 *
 * @param leftOut the entries that were left out: the selected ones, and those derived from them
 * @param with the hits as {@code recall} returns them
 * @param without the hits as {@code recall} would return them if the entries had never been written
 */
public record RecallDifference(List<EntryRef> leftOut, List<Hit> with, List<Hit> without) {
    public RecallDifference {
        leftOut = List.copyOf(leftOut);
        with = List.copyOf(with);
        without = List.copyOf(without);
    }

    /** The ranks of an entry, from 1; 0 if it is not a hit. */
    public record RankChange(EntryRef entry, int with, int without) {}

    /** Returns the entries with another rank: the hits with the entries in their order, then the new ones. */
    public List<RankChange> changes() {
        Map<EntryRef, Integer> before = ranks(with);
        Map<EntryRef, Integer> after = ranks(without);
        List<RankChange> changes = new ArrayList<>();
        before.forEach((entry, rank) -> changes.add(new RankChange(entry, rank, after.getOrDefault(entry, 0))));
        after.forEach((entry, rank) -> {
            if (!before.containsKey(entry)) {
                changes.add(new RankChange(entry, 0, rank));
            }
        });
        return changes.stream()
                .filter(change -> change.with() != change.without())
                .toList();
    }

    private static Map<EntryRef, Integer> ranks(List<Hit> hits) {
        Map<EntryRef, Integer> ranks = new LinkedHashMap<>();
        for (Hit hit : hits) {
            ranks.put(new EntryRef(hit.scope(), hit.kind(), hit.id()), ranks.size() + 1);
        }
        return ranks;
    }
}
