package dev.daybook.chroma;

import dev.daybook.data.Space;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The collections of a space, found on demand and created on the first write. */
final class Shelves {

    private static final String VECTORS = "vectors/";

    private final Tenant tenant;
    private final Space space;
    private final Layout layout;
    private final Database database;
    private final Map<Shelf, ChromaCollection> known = new EnumMap<>(Shelf.class);
    private final Map<Shelf, RowVectors> vectors = new EnumMap<>(Shelf.class);
    private boolean made;

    Shelves(Tenant tenant, Space space, Layout layout) {
        this.tenant = tenant;
        this.space = space;
        this.layout = layout;
        this.database = tenant.database(Names.database(space));
    }

    /** Returns the space of a database; empty if it has nothing in this layout. */
    static Optional<Space> space(Tenant tenant, String database, Layout layout) {
        Database there = tenant.database(database);
        ChromaCollection side = there.find(layout.name(Shelf.SIDE));
        if (side == null) {
            boolean foreign = there.find(layout.episodes()) != null || there.find(layout.facts()) != null;
            return foreign && !Names.isHashed(database) ? Optional.of(Names.space(database)) : Optional.empty();
        }
        String noted = Keys.text(side.metadata(), Side.SPACE);
        return Optional.of(noted == null ? Names.space(database) : new Space(noted));
    }

    /** Drops the cached collections: another program may have removed or created some. */
    synchronized void forget() {
        known.clear();
        vectors.clear();
        made = false;
    }

    synchronized @Nullable ChromaCollection find(Shelf shelf) {
        ChromaCollection found = known.get(shelf);
        if (found == null) {
            found = database.find(layout.name(shelf));
            if (found != null) {
                known.put(shelf, found);
            }
        }
        return found;
    }

    synchronized ChromaCollection need(Shelf shelf) {
        ChromaCollection found = find(shelf);
        if (found == null) {
            if (!made) {
                tenant.makeDatabase(Names.database(space));
                made = true;
            }
            // Collections of other programs have no metadata, so theirs get none here either.
            ObjectNode notes = shelf == Shelf.SIDE ? Filters.object().put(Side.SPACE, space.id()) : null;
            found = database.make(layout.name(shelf), notes, shelf == Shelf.SIDE ? Side.configuration() : null);
            known.put(shelf, found);
        }
        return found;
    }

    /** Returns the width of a collection's embeddings; 0: none yet. */
    synchronized int width(Shelf shelf) {
        ChromaCollection collection = find(shelf);
        if (collection != null && collection.width() == 0) {
            known.remove(shelf);
            collection = find(shelf);
        }
        return collection == null ? 0 : collection.width();
    }

    List<ChromaDocument> get(Shelf shelf, List<String> ids) {
        ChromaCollection collection = ids.isEmpty() ? null : find(shelf);
        return collection == null ? List.of() : collection.get(ids);
    }

    List<ChromaDocument> findAll(Shelf shelf, ObjectNode filter, ChromaCollection.Part part) {
        ChromaCollection collection = find(shelf);
        return collection == null ? List.of() : collection.findAll(filter, part);
    }

    /** Returns the embeddings in use in a collection. Determined once and stored in the side collection. */
    synchronized RowVectors vectors(Shelf shelf) {
        RowVectors found = vectors.get(shelf);
        if (found == null) {
            found = noted(shelf);
            if (found == null) {
                found = settle(shelf);
                ObjectNode note = Filters.object()
                        .put(Keys.TYPE, "vectors")
                        .put(Keys.NAME, found.name())
                        .put("daybook_width", found.width());
                String id = VECTORS + shelf;
                need(Shelf.SIDE).upsert(List.of(new ChromaDocument(id, note, null, Side.embedding(id))));
            }
            vectors.put(shelf, found);
        }
        return found;
    }

    private @Nullable RowVectors noted(Shelf shelf) {
        for (ChromaDocument note : get(Shelf.SIDE, List.of(VECTORS + shelf))) {
            JsonNode keys = note.metadata();
            return new RowVectors(
                    keys.path(Keys.NAME).asString(""),
                    keys.path("daybook_width").asInt(0));
        }
        return null;
    }

    private RowVectors settle(Shelf shelf) {
        ChromaCollection collection = find(shelf);
        if (collection == null || collection.width() == 0) {
            return RowVectors.of(layout.embedder());
        }
        return RowVectors.probe(
                collection.find(null, RowVectors.PROBED, ChromaCollection.Part.VECTORS), collection.width());
    }
}
