package dev.daybook.chroma;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import dev.daybook.store.ScopeHead;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Checks a space: the rows that other programs can change, and the side rows that belong to them. */
final class SpaceCheck {

    private final Space space;
    private final SpaceStore store;
    private final SpaceCollections spaceCollections;
    private final boolean repair;
    private final List<Finding> findings = new ArrayList<>();

    SpaceCheck(Space space, SpaceStore store, boolean repair) {
        this.space = space;
        this.store = store;
        this.spaceCollections = store.shelves();
        this.repair = repair;
    }

    List<Finding> run() {
        for (ScopeHead head : store.heads()) {
            bodies(head.scope());
        }
        for (SpaceCollection spaceCollection : List.of(SpaceCollection.EPISODES, SpaceCollection.FACTS)) {
            ChromaCollection collection = spaceCollections.find(spaceCollection);
            if (collection != null) {
                vectors(spaceCollection, collection);
                unreadable(spaceCollection, collection);
            }
        }
        if (findings.isEmpty()) {
            findings.add(new Finding(Level.OK, where("entries"), "each has its body and its row", ""));
        }
        return findings;
    }

    private String where(String what) {
        return what + " of the space '" + space.id() + "'";
    }

    private void bodies(Scope scope) {
        Set<String> there = new HashSet<>();
        ObjectNode bodies = RowFilters.all(
                RowFilters.is(MetadataKeys.SCOPE, scope.code()), RowFilters.is(MetadataKeys.TYPE, "body"));
        spaceCollections
                .findAll(SpaceCollection.SIDE, bodies, ChromaCollection.RowPart.IDS)
                .forEach(row -> there.add(row.id()));
        List<IndexedEntry> lost = new ArrayList<>();
        store.read(scope, index -> {
            for (IndexedEntry indexedEntry : index.entries()) {
                String body = ChromaNames.body(scope, indexedEntry.key(), indexedEntry.contentRevision());
                if (!there.contains(body)) {
                    lost.add(indexedEntry);
                }
            }
            return lost;
        });
        lost(scope, lost);
        orphans(store.orphans(scope));
    }

    private void lost(Scope scope, List<IndexedEntry> lost) {
        if (lost.isEmpty()) {
            return;
        }
        boolean others = lost.stream().allMatch(indexedEntry -> indexedEntry.shelf() != SpaceCollection.SIDE);
        if (repair && others) {
            store.readopt(scope, lost);
            findings.add(new Finding(
                    Level.WARN,
                    where("entries"),
                    lost.size()
                            + " had lost the rows of Daybook's own, which were restored from the rows that other programs read",
                    ""));
            return;
        }
        findings.add(new Finding(
                Level.FAIL,
                where("entries"),
                lost.size() + " have lost their bodies; another program has removed rows of Daybook's own",
                others ? "run the check with repair" : "restore a backup of the server, or forget these entries"));
    }

    private void orphans(Set<String> orphans) {
        if (orphans.isEmpty()) {
            return;
        }
        if (repair) {
            store.remove(orphans);
        }
        findings.add(new Finding(
                Level.WARN,
                where("entries"),
                orphans.size() + " bodies belong to rows that another program has removed"
                        + (repair ? "; they are removed too" : ""),
                repair ? "" : "run the check with repair to remove their texts"));
    }

    private void vectors(SpaceCollection spaceCollection, ChromaCollection collection) {
        RowVectors vectors = spaceCollections.vectors(spaceCollection);
        if (!collection.space().equals("l2")) {
            findings.add(new Finding(
                    Level.OK,
                    where(collection.name()),
                    "compares vectors by " + collection.space() + ", where jeevesagent's own has l2",
                    ""));
        }
        if (vectors.name().isEmpty()) {
            findings.add(new Finding(
                    Level.OK,
                    where(collection.name()),
                    "has vectors of " + vectors.width() + " numbers of an embedder that is not known; Daybook keeps"
                            + " them, searches by its own, and other programs find its rows by keys only",
                    ""));
        }
    }

    private void unreadable(SpaceCollection spaceCollection, ChromaCollection collection) {
        int rows = collection
                .findAll(RowFilters.is(MetadataKeys.UNREADABLE, true), ChromaCollection.RowPart.IDS)
                .size();
        if (rows > 0) {
            findings.add(new Finding(
                    Level.WARN,
                    where(collection.name()),
                    rows + " rows of other programs cannot be "
                            + spaceCollection.kind().label()
                            + "s, because of their user, id or times; they are left alone",
                    "correct them there"));
        }
    }
}
