package dev.daybook.chroma;

import dev.daybook.data.Entry;
import dev.daybook.data.Fact;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.spi.Key;
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
 * Finds and adopts foreign rows, written by other programs. A foreign row gets its position and revision when it is first seen; its own
 * keys are not changed.
 */
final class Foreign {

    /** The foreign rows adopted at once. */
    private static final int PAGE = 1_000;

    private final Space space;
    private final Shelves shelves;
    private final Layout layout;
    private final Runnable mayWrite;

    Foreign(Space space, Shelves shelves, Layout layout, Runnable mayWrite) {
        this.space = space;
        this.shelves = shelves;
        this.layout = layout;
        this.mayWrite = mayWrite;
    }

    @FunctionalInterface
    interface Taker {
        void take(Scope scope, Shelf shelf, List<ChromaDocument> rows);
    }

    /** Passes on foreign rows not adopted yet, and facts closed since, by scope. */
    void found(Taker taker) {
        for (Shelf shelf : List.of(Shelf.EPISODES, Shelf.FACTS)) {
            ChromaCollection collection = shelves.find(shelf);
            if (collection == null) {
                continue;
            }
            take(collection, shelf, Filters.isNot(Keys.LAYOUT, Keys.LAYOUT_1), taker);
            if (shelf == Shelf.FACTS) {
                take(
                        collection,
                        shelf,
                        Filters.all(Filters.is(Keys.OPEN, true), Filters.is(SeedFact.VALID, false)),
                        taker);
            }
        }
    }

    private void take(ChromaCollection collection, Shelf shelf, ObjectNode filter, Taker taker) {
        List<ChromaDocument> before = List.of();
        while (true) {
            List<ChromaDocument> rows = collection.find(filter, PAGE, ChromaCollection.Part.TEXTS);
            // Rows that do not change would be found for ever.
            if (rows.isEmpty() || sameIds(rows, before)) {
                return;
            }
            byScope(shelf, rows).forEach((scope, some) -> taker.take(scope, shelf, some));
            before = rows;
        }
    }

    private static boolean sameIds(List<ChromaDocument> rows, List<ChromaDocument> before) {
        return rows.stream()
                .map(ChromaDocument::id)
                .toList()
                .equals(before.stream().map(ChromaDocument::id).toList());
    }

    private Map<Scope, List<ChromaDocument>> byScope(Shelf shelf, List<ChromaDocument> rows) {
        Map<Scope, List<ChromaDocument>> byScope = new LinkedHashMap<>();
        for (ChromaDocument row : rows) {
            try {
                byScope.computeIfAbsent(SeedRow.scope(space, row.metadata()), first -> new ArrayList<>())
                        .add(row);
            } catch (IllegalArgumentException nobody) {
                leave(shelf, row);
            }
        }
        return byScope;
    }

    /** Marks a row that cannot be an entry, so that it is not read again; {@code check} counts such rows. */
    private void leave(Shelf shelf, ChromaDocument row) {
        ChromaCollection collection = shelves.need(shelf);
        ObjectNode keys = Filters.object().put(Keys.LAYOUT, Keys.LAYOUT_1).put(Keys.UNREADABLE, true);
        mayWrite.run();
        collection.update(List.of(new ChromaDocument(row.id(), keys, null, null)));
    }

    /** Adds rows of one scope to a draft. */
    void adopt(Draft draft, ScopeIndex index, Shelf shelf, List<ChromaDocument> rows) {
        for (ChromaDocument row : rows) {
            try {
                Instant now = layout.clock().instant();
                String id = id(draft.scope(), index, shelf, row);
                Held before = index.entry(new Key(shelf.kind(), id));
                Entry entry = entry(draft.scope(), id, shelf, row);
                draft.adopt(Entries.put(entry, recorded(entry, before, now)), shelf, row);
            } catch (IllegalArgumentException | DateTimeException | ArithmeticException impossible) {
                leave(shelf, row);
            }
        }
    }

    private Entry entry(Scope scope, String id, Shelf shelf, ChromaDocument row) {
        return shelf == Shelf.FACTS
                ? SeedFact.read(scope, id, row)
                : SeedEpisode.read(id, row, layout.clock().instant().atOffset(ZoneOffset.UTC));
    }

    /** Returns the id of the row's entry, or a new id if another entry of the scope has the row's id. */
    private static String id(Scope scope, ScopeIndex index, Shelf shelf, ChromaDocument row) {
        boolean known = scope.code().equals(Keys.text(row.metadata(), Keys.SCOPE));
        String id = known ? row.metadata().path(Keys.ID).asString(row.id()) : row.id();
        Held held = index.entry(new Key(shelf.kind(), id));
        return held == null || held.row().equals(row.id()) ? id : row.id() + "~" + Names.hash(row.id());
    }

    /** Returns the recording time: now for a version that replaces another, the event time for a first version. */
    private static Instant recorded(Entry entry, @Nullable Held before, Instant now) {
        Instant first = entry instanceof Fact fact
                ? fact.recordedAt().toInstant()
                : entry.recordedAt().toInstant();
        Instant recorded = before == null ? first : now;
        Instant micros = Keys.time(Keys.micros(recorded));
        return before != null && before.recorded().isAfter(micros) ? before.recorded() : micros;
    }
}
