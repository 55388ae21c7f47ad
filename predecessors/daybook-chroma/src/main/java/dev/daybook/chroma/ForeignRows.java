package dev.daybook.chroma;

import dev.daybook.model.Entry;
import dev.daybook.model.Fact;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.EntryKey;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds and adopts foreign rows, written by other programs. A foreign row gets its position and revision when it is
 * first seen; its own keys are not changed.
 */
record ForeignRows(Space space, SpaceCollections spaceCollections, CollectionLayout layout, Runnable mayWrite) {

    /** The foreign rows adopted at once. */
    private static final int PAGE = 1_000;

    @FunctionalInterface
    interface RowConsumer {
        void take(Scope scope, SpaceCollection spaceCollection, List<ChromaDocument> rows);
    }

    /** Passes on foreign rows not adopted yet, and facts closed since, by scope. */
    void found(RowConsumer taker) {
        for (SpaceCollection spaceCollection : List.of(SpaceCollection.EPISODES, SpaceCollection.FACTS)) {
            ChromaCollection collection = spaceCollections.find(spaceCollection);
            if (collection == null) {
                continue;
            }
            take(collection, spaceCollection, RowFilters.isNot(MetadataKeys.LAYOUT, MetadataKeys.LAYOUT_1), taker);
            if (spaceCollection == SpaceCollection.FACTS) {
                take(
                        collection,
                        spaceCollection,
                        RowFilters.all(RowFilters.is(MetadataKeys.OPEN, true), RowFilters.is(SeedFact.VALID, false)),
                        taker);
            }
        }
    }

    private void take(
            ChromaCollection collection, SpaceCollection spaceCollection, ObjectNode filter, RowConsumer taker) {
        List<ChromaDocument> before = List.of();
        while (true) {
            List<ChromaDocument> rows = collection.find(filter, PAGE, ChromaCollection.RowPart.TEXTS);
            // Rows that do not change would be found for ever.
            if (rows.isEmpty() || sameIds(rows, before)) {
                return;
            }
            byScope(spaceCollection, rows).forEach((scope, some) -> taker.take(scope, spaceCollection, some));
            before = rows;
        }
    }

    private static boolean sameIds(List<ChromaDocument> rows, List<ChromaDocument> before) {
        return rows.stream()
                .map(ChromaDocument::id)
                .toList()
                .equals(before.stream().map(ChromaDocument::id).toList());
    }

    private Map<Scope, List<ChromaDocument>> byScope(SpaceCollection spaceCollection, List<ChromaDocument> rows) {
        Map<Scope, List<ChromaDocument>> byScope = new LinkedHashMap<>();
        for (ChromaDocument row : rows) {
            try {
                byScope.computeIfAbsent(SeedRow.scope(space, row.metadata()), first -> new ArrayList<>())
                        .add(row);
            } catch (IllegalArgumentException nobody) {
                leave(spaceCollection, row);
            }
        }
        return byScope;
    }

    /** Marks a row that cannot be an entry, so that it is not read again; {@code check} counts such rows. */
    private void leave(SpaceCollection spaceCollection, ChromaDocument row) {
        ChromaCollection collection = spaceCollections.need(spaceCollection);
        ObjectNode keys = RowFilters.object()
                .put(MetadataKeys.LAYOUT, MetadataKeys.LAYOUT_1)
                .put(MetadataKeys.UNREADABLE, true);
        mayWrite.run();
        collection.update(List.of(new ChromaDocument(row.id(), keys, null, null)));
    }

    /** Adds rows of one scope to a draft. */
    void adopt(ChangeDraft draft, ResidentScope index, SpaceCollection spaceCollection, List<ChromaDocument> rows) {
        for (ChromaDocument row : rows) {
            try {
                Instant now = layout.clock().instant();
                String id = id(draft.scope(), index, spaceCollection, row);
                IndexedEntry before = index.entry(new EntryKey(spaceCollection.kind(), id));
                Entry entry = entry(draft.scope(), id, spaceCollection, row);
                draft.adopt(EntryDocuments.put(entry, recorded(entry, before, now)), spaceCollection, row);
            } catch (IllegalArgumentException | DateTimeException | ArithmeticException impossible) {
                leave(spaceCollection, row);
            }
        }
    }

    private Entry entry(Scope scope, String id, SpaceCollection spaceCollection, ChromaDocument row) {
        return spaceCollection == SpaceCollection.FACTS
                ? SeedFact.read(scope, id, row)
                : SeedEpisode.read(id, row, layout.clock().instant().atOffset(ZoneOffset.UTC));
    }

    /** Returns the id of the row's entry, or a new id if another entry of the scope has the row's id. */
    private static String id(Scope scope, ResidentScope index, SpaceCollection spaceCollection, ChromaDocument row) {
        boolean known = scope.code().equals(MetadataKeys.text(row.metadata(), MetadataKeys.SCOPE));
        String id = known ? row.metadata().path(MetadataKeys.ID).asString(row.id()) : row.id();
        IndexedEntry indexedEntry = index.entry(new EntryKey(spaceCollection.kind(), id));
        return indexedEntry == null || indexedEntry.row().equals(row.id())
                ? id
                : row.id() + "~" + ChromaNames.hash(row.id());
    }

    /** Returns the recording time: now for a version that replaces another, the event time for a first version. */
    private static Instant recorded(Entry entry, @Nullable IndexedEntry before, Instant now) {
        Instant first = entry instanceof Fact fact
                ? fact.recordedAt().toInstant()
                : entry.recordedAt().toInstant();
        Instant recorded = before == null ? first : now;
        Instant micros = MetadataKeys.time(MetadataKeys.micros(recorded));
        return before != null && before.recorded().isAfter(micros) ? before.recorded() : micros;
    }
}
