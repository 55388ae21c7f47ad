package dev.daybook.chroma;

import dev.daybook.model.Scope;
import dev.daybook.store.EntryKey;
import dev.daybook.store.ScopeState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Loads the index of a scope from the server. */
final class ScopeLoader {

    /** The revisions per request: the server has no order, so rows are read in windows of a number. */
    private static final long WINDOW = 5_000;

    private final SpaceCollections spaceCollections;
    private final Scope scope;
    private final Map<EntryKey, List<Long>> past = new HashMap<>();
    private final List<IndexedEntry> found = new ArrayList<>();
    private final List<ChromaDocument> changedEpisodes = new ArrayList<>();
    private final List<ChromaDocument> changedFacts = new ArrayList<>();
    private boolean noted;

    private ScopeLoader(SpaceCollections spaceCollections, Scope scope) {
        this.spaceCollections = spaceCollections;
        this.scope = scope;
    }

    /**
     * The result of a load.
     *
     * @param changed Daybook rows changed by another program, by collection
     * @param lost whether rows were removed by another program
     */
    record LoadedScope(ResidentScope index, Map<SpaceCollection, List<ChromaDocument>> changed, boolean lost) {}

    static LoadedScope load(SpaceCollections spaceCollections, Scope scope) {
        return new ScopeLoader(spaceCollections, scope).load();
    }

    private LoadedScope load() {
        List<ChromaDocument> notes = spaceCollections.get(SpaceCollection.SIDE, List.of(ChromaNames.scope(scope)));
        noted = !notes.isEmpty();
        JsonNode keys = noted ? notes.get(0).metadata() : RowFilters.object();
        ScopeCounters counters = ScopeCounters.read(keys);
        readWindows(SpaceCollection.SIDE, counters.revision());
        if (SpaceCollection.isOpen(scope)) {
            readWindows(SpaceCollection.EPISODES, counters.revision());
            readWindows(SpaceCollection.FACTS, counters.revision());
        }
        readPast();
        for (IndexedEntry indexedEntry : found) {
            counters = counters.atLeast(indexedEntry);
        }
        ResidentScope index = new ResidentScope(counters);
        found.forEach(indexedEntry -> index.put(indexedEntry.with(past.getOrDefault(indexedEntry.key(), List.of()))));
        readStates(index);
        boolean lost = !index.counts().equals(ScopeCounters.head(keys).counts());
        return new LoadedScope(
                index, Map.of(SpaceCollection.EPISODES, changedEpisodes, SpaceCollection.FACTS, changedFacts), lost);
    }

    private void readWindows(SpaceCollection spaceCollection, long last) {
        ObjectNode whose = spaceCollection == SpaceCollection.SIDE
                ? RowFilters.all(
                        RowFilters.is(MetadataKeys.SCOPE, scope.code()), RowFilters.is(MetadataKeys.TYPE, "row"))
                : RowFilters.is(SeedRow.USER, SeedRow.user(scope));
        for (long after = 0; ; after += WINDOW) {
            boolean open = after + WINDOW >= last;
            ObjectNode window = open
                    ? RowFilters.all(whose, RowFilters.above(MetadataKeys.REVISION, after))
                    : RowFilters.all(
                            whose,
                            RowFilters.above(MetadataKeys.REVISION, after),
                            RowFilters.upTo(MetadataKeys.REVISION, after + WINDOW));
            spaceCollections
                    .findAll(spaceCollection, window, ChromaCollection.RowPart.TEXTS)
                    .forEach(row -> take(spaceCollection, row));
            if (open) {
                return;
            }
        }
    }

    private void take(SpaceCollection spaceCollection, ChromaDocument row) {
        JsonNode keys = row.metadata();
        boolean ours = scope.code().equals(MetadataKeys.text(keys, MetadataKeys.SCOPE));
        if (ours) {
            found.add(MetadataKeys.held(spaceCollection, row));
        }
        // Without the scope's own row the side collection was removed with the bodies, which are written again.
        if (spaceCollection != SpaceCollection.SIDE
                && (!ours
                        || !noted
                        || !SeedRow.hash(spaceCollection, row).equals(MetadataKeys.text(keys, MetadataKeys.HASH)))) {
            (spaceCollection == SpaceCollection.FACTS ? changedFacts : changedEpisodes).add(row);
        }
    }

    /** Reads only ids: earlier versions are rarely requested. */
    private void readPast() {
        Map<String, EntryKey> byHash = new HashMap<>();
        found.forEach(indexedEntry -> byHash.put(ChromaNames.entry(scope, indexedEntry.key()), indexedEntry.key()));
        Map<EntryKey, TreeSet<Long>> revisions = new HashMap<>();
        ObjectNode filter = RowFilters.all(
                RowFilters.is(MetadataKeys.SCOPE, scope.code()), RowFilters.is(MetadataKeys.TYPE, "past"));
        for (ChromaDocument row :
                spaceCollections.findAll(SpaceCollection.SIDE, filter, ChromaCollection.RowPart.IDS)) {
            String[] parts = row.id().split("/", -1);
            EntryKey key = parts.length == 3 ? byHash.get(parts[1]) : null;
            if (key != null) {
                revisions.computeIfAbsent(key, first -> new TreeSet<>()).add(Long.parseLong(parts[2]));
            }
        }
        revisions.forEach((key, ordered) -> past.put(key, List.copyOf(ordered)));
    }

    private void readStates(ResidentScope index) {
        ObjectNode filter = RowFilters.all(
                RowFilters.is(MetadataKeys.SCOPE, scope.code()), RowFilters.is(MetadataKeys.TYPE, "state"));
        for (ChromaDocument row :
                spaceCollections.findAll(SpaceCollection.SIDE, filter, ChromaCollection.RowPart.TEXTS)) {
            JsonNode keys = row.metadata();
            index.put(new ScopeState(
                    keys.path(MetadataKeys.NAME).asString(""),
                    keys.path(MetadataKeys.VERSION).asLong(1),
                    MetadataKeys.blob(keys.path(MetadataKeys.BYTES).asString(""))));
        }
    }
}
