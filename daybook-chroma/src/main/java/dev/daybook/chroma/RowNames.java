package dev.daybook.chroma;

import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which ids rows may take: on the shelves of other programs ids are one for all users, and the first comer has it. */
final class RowNames {

    private final Scope scope;

    /** Ids by shelf that are taken, and by whom: what the entry is called, or empty if it is another scope's. */
    private final Map<Shelf, Map<String, String>> taken = new HashMap<>();

    private final Map<Shelf, Set<String>> given = new HashMap<>();

    RowNames(Scope scope) {
        this.scope = scope;
    }

    /**
     * Looks up who has the ids that some entries would like to have.
     *
     * @param anew whether also for those that have a row, because they lose it first
     */
    static RowNames of(Shelves shelves, Scope scope, ScopeIndex now, List<Put> puts, boolean anew) {
        RowNames names = new RowNames(scope);
        Map<Shelf, List<String>> asked = new HashMap<>();
        for (Put put : puts) {
            Shelf shelf = Shelf.of(scope, put);
            Held held = now.entry(put.key());
            if (shelf != Shelf.SIDE && (anew || held == null || held.shelf() != shelf)) {
                asked.computeIfAbsent(shelf, first -> new ArrayList<>())
                        .addAll(Names.rows(scope, put.key().id()));
            }
        }
        asked.forEach((shelf, ids) -> names.take(
                scope.space(), shelf, shelves.get(shelf, ids.stream().distinct().toList())));
        return names;
    }

    private void take(Space space, Shelf shelf, List<ChromaDocument> rows) {
        Map<String, String> owners = taken.computeIfAbsent(shelf, first -> new HashMap<>());
        for (ChromaDocument row : rows) {
            owners.put(
                    row.id(), isOurs(space, row) ? row.metadata().path(Keys.ID).asString(row.id()) : "");
        }
    }

    private boolean isOurs(Space space, ChromaDocument row) {
        try {
            return SeedRow.scope(space, row.metadata()).equals(scope);
        } catch (IllegalArgumentException nobody) {
            return false;
        }
    }

    String row(Shelf shelf, Key key) {
        if (shelf == Shelf.SIDE) {
            return Names.sideRow(scope, key);
        }
        Set<String> here = given.computeIfAbsent(shelf, first -> new HashSet<>());
        List<String> choices = Names.rows(scope, key.id());
        String row = choices.stream()
                .filter(choice -> isFree(shelf, choice, key) && !here.contains(choice))
                .findFirst()
                .orElse(choices.get(choices.size() - 1));
        here.add(row);
        return row;
    }

    private boolean isFree(Shelf shelf, String row, Key key) {
        String owner = taken.getOrDefault(shelf, Map.of()).get(row);
        return owner == null || owner.equals(key.id()) && !key.id().isEmpty();
    }
}
