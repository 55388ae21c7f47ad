package dev.daybook.chroma;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.EntryKey;
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
    private final Map<SpaceCollection, Map<String, String>> taken = new HashMap<>();

    private final Map<SpaceCollection, Set<String>> given = new HashMap<>();

    RowNames(Scope scope) {
        this.scope = scope;
    }

    /**
     * Looks up the owners of the preferred ids of entries.
     *
     * @param statuses the status of each entry to write
     * @param anew whether to include entries that have a row, because they lose it first
     */
    static RowNames of(
            SpaceCollections spaceCollections,
            Scope scope,
            ResidentScope now,
            Map<EntryKey, String> statuses,
            boolean anew) {
        RowNames names = new RowNames(scope);
        Map<SpaceCollection, List<String>> asked = new HashMap<>();
        statuses.forEach((key, status) -> {
            SpaceCollection spaceCollection = SpaceCollection.of(scope, key.kind(), status);
            IndexedEntry indexedEntry = now.entry(key);
            if (spaceCollection != SpaceCollection.SIDE
                    && (anew || indexedEntry == null || indexedEntry.shelf() != spaceCollection)) {
                asked.computeIfAbsent(spaceCollection, first -> new ArrayList<>())
                        .addAll(ChromaNames.rows(scope, key.id()));
            }
        });
        asked.forEach((spaceCollection, ids) -> names.take(
                scope.space(),
                spaceCollection,
                spaceCollections.get(spaceCollection, ids.stream().distinct().toList())));
        return names;
    }

    private void take(Space space, SpaceCollection spaceCollection, List<ChromaDocument> rows) {
        Map<String, String> owners = taken.computeIfAbsent(spaceCollection, first -> new HashMap<>());
        for (ChromaDocument row : rows) {
            owners.put(
                    row.id(),
                    isOurs(space, row) ? row.metadata().path(MetadataKeys.ID).asString(row.id()) : "");
        }
    }

    private boolean isOurs(Space space, ChromaDocument row) {
        try {
            return SeedRow.scope(space, row.metadata()).equals(scope);
        } catch (IllegalArgumentException nobody) {
            return false;
        }
    }

    String row(SpaceCollection spaceCollection, EntryKey key) {
        if (spaceCollection == SpaceCollection.SIDE) {
            return ChromaNames.sideRow(scope, key);
        }
        Set<String> here = given.computeIfAbsent(spaceCollection, first -> new HashSet<>());
        List<String> choices = ChromaNames.rows(scope, key.id());
        String row = choices.stream()
                .filter(choice -> isFree(spaceCollection, choice, key) && !here.contains(choice))
                .findFirst()
                .orElse(choices.get(choices.size() - 1));
        here.add(row);
        return row;
    }

    private boolean isFree(SpaceCollection spaceCollection, String row, EntryKey key) {
        String owner = taken.getOrDefault(spaceCollection, Map.of()).get(row);
        return owner == null || owner.equals(key.id()) && !key.id().isEmpty();
    }
}
