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

/** Assigns row ids. In the shared collections ids are unique over all users, and the first entry gets the id. */
final class RowNames {

    private final Scope scope;

    /** The taken ids by collection, with the id of the entry, or empty for an entry of another scope. */
    private final Map<Shelf, Map<String, String>> taken = new HashMap<>();

    private final Map<Shelf, Set<String>> given = new HashMap<>();

    RowNames(Scope scope) {
        this.scope = scope;
    }

    /**
     * Looks up the owners of the preferred ids of entries.
     *
     * @param anew whether to include entries that have a row, because they lose it first
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
