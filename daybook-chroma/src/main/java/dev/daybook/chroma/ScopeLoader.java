package dev.daybook.chroma;

import dev.daybook.data.Scope;
import dev.daybook.spi.Key;
import dev.daybook.spi.State;
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

    private final Shelves shelves;
    private final Scope scope;
    private final Map<Key, List<Long>> past = new HashMap<>();
    private final List<Held> found = new ArrayList<>();
    private final List<ChromaDocument> changedEpisodes = new ArrayList<>();
    private final List<ChromaDocument> changedFacts = new ArrayList<>();
    private boolean noted;

    private ScopeLoader(Shelves shelves, Scope scope) {
        this.shelves = shelves;
        this.scope = scope;
    }

    /**
     * The result of a load.
     *
     * @param changed Daybook rows changed by another program, by collection
     * @param lost whether rows were removed by another program
     */
    record Loaded(ScopeIndex index, Map<Shelf, List<ChromaDocument>> changed, boolean lost) {}

    static Loaded load(Shelves shelves, Scope scope) {
        return new ScopeLoader(shelves, scope).load();
    }

    private Loaded load() {
        List<ChromaDocument> notes = shelves.get(Shelf.SIDE, List.of(Names.scope(scope)));
        noted = !notes.isEmpty();
        JsonNode keys = noted ? notes.get(0).metadata() : Filters.object();
        Counters counters = Counters.read(keys);
        boolean shared = scope.fold(user -> false, anonymous -> false, all -> true);
        readWindows(Shelf.SIDE, counters.revision());
        if (!shared) {
            readWindows(Shelf.EPISODES, counters.revision());
            readWindows(Shelf.FACTS, counters.revision());
        }
        readPast();
        for (Held held : found) {
            counters = counters.atLeast(held);
        }
        ScopeIndex index = new ScopeIndex(counters);
        found.forEach(held -> index.put(held.with(past.getOrDefault(held.key(), List.of()))));
        readStates(index);
        boolean lost = !index.counts().equals(Counters.head(keys).counts());
        return new Loaded(index, Map.of(Shelf.EPISODES, changedEpisodes, Shelf.FACTS, changedFacts), lost);
    }

    private void readWindows(Shelf shelf, long last) {
        ObjectNode whose = shelf == Shelf.SIDE
                ? Filters.all(Filters.is(Keys.SCOPE, scope.code()), Filters.is(Keys.TYPE, "row"))
                : Filters.is(SeedRow.USER, SeedRow.user(scope));
        for (long after = 0; ; after += WINDOW) {
            boolean open = after + WINDOW >= last;
            ObjectNode window = open
                    ? Filters.all(whose, Filters.above(Keys.REVISION, after))
                    : Filters.all(
                            whose, Filters.above(Keys.REVISION, after), Filters.upTo(Keys.REVISION, after + WINDOW));
            shelves.findAll(shelf, window, ChromaCollection.Part.TEXTS).forEach(row -> take(shelf, row));
            if (open) {
                return;
            }
        }
    }

    private void take(Shelf shelf, ChromaDocument row) {
        JsonNode keys = row.metadata();
        boolean ours = scope.code().equals(Keys.text(keys, Keys.SCOPE));
        if (ours) {
            found.add(Keys.held(shelf, row));
        }
        // Without the scope's own row the side collection was removed with the bodies, which are written again.
        if (shelf != Shelf.SIDE && (!ours || !noted || !SeedRow.hash(shelf, row).equals(Keys.text(keys, Keys.HASH)))) {
            (shelf == Shelf.FACTS ? changedFacts : changedEpisodes).add(row);
        }
    }

    /** Reads only ids: earlier versions are rarely requested. */
    private void readPast() {
        Map<String, Key> byHash = new HashMap<>();
        found.forEach(held -> byHash.put(Names.entry(scope, held.key()), held.key()));
        Map<Key, TreeSet<Long>> revisions = new HashMap<>();
        ObjectNode filter = Filters.all(Filters.is(Keys.SCOPE, scope.code()), Filters.is(Keys.TYPE, "past"));
        for (ChromaDocument row : shelves.findAll(Shelf.SIDE, filter, ChromaCollection.Part.IDS)) {
            String[] parts = row.id().split("/", -1);
            Key key = parts.length == 3 ? byHash.get(parts[1]) : null;
            if (key != null) {
                revisions.computeIfAbsent(key, first -> new TreeSet<>()).add(Long.parseLong(parts[2]));
            }
        }
        revisions.forEach((key, ordered) -> past.put(key, List.copyOf(ordered)));
    }

    private void readStates(ScopeIndex index) {
        ObjectNode filter = Filters.all(Filters.is(Keys.SCOPE, scope.code()), Filters.is(Keys.TYPE, "state"));
        for (ChromaDocument row : shelves.findAll(Shelf.SIDE, filter, ChromaCollection.Part.TEXTS)) {
            JsonNode keys = row.metadata();
            index.put(new State(
                    keys.path(Keys.NAME).asString(""),
                    keys.path(Keys.VERSION).asLong(1),
                    Keys.blob(keys.path(Keys.BYTES).asString(""))));
        }
    }
}
