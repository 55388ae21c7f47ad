package dev.daybook.chroma;

import dev.daybook.model.Space;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The collections of a space, found on demand and created on the first write. */
final class SpaceCollections {

    private static final String VECTORS = "vectors/";

    private final ChromaTenant tenant;
    private final Space space;
    private final CollectionLayout layout;
    private final ChromaDatabase database;
    private final Map<SpaceCollection, ChromaCollection> known = new EnumMap<>(SpaceCollection.class);
    private final Map<SpaceCollection, RowVectors> vectors = new EnumMap<>(SpaceCollection.class);
    private boolean made;

    SpaceCollections(ChromaTenant tenant, Space space, CollectionLayout layout) {
        this.tenant = tenant;
        this.space = space;
        this.layout = layout;
        this.database = tenant.database(ChromaNames.database(space));
    }

    /** Returns the space of a database; empty if it has nothing in this layout. */
    static Optional<Space> space(ChromaTenant tenant, String database, CollectionLayout layout) {
        ChromaDatabase there = tenant.database(database);
        ChromaCollection side = there.find(layout.name(SpaceCollection.SIDE));
        if (side == null) {
            boolean foreign = there.find(layout.episodes()) != null || there.find(layout.facts()) != null;
            return foreign && !ChromaNames.isHashed(database)
                    ? Optional.of(ChromaNames.space(database))
                    : Optional.empty();
        }
        String noted = MetadataKeys.text(side.metadata(), PrivateCollection.SPACE);
        return Optional.of(noted == null ? ChromaNames.space(database) : new Space(noted));
    }

    /** Drops the cached collections: another program may have removed or created some. */
    synchronized void forget() {
        known.clear();
        vectors.clear();
        made = false;
    }

    synchronized @Nullable ChromaCollection find(SpaceCollection spaceCollection) {
        ChromaCollection found = known.get(spaceCollection);
        if (found == null) {
            found = database.find(layout.name(spaceCollection));
            if (found != null) {
                known.put(spaceCollection, found);
            }
        }
        return found;
    }

    synchronized ChromaCollection need(SpaceCollection spaceCollection) {
        ChromaCollection found = find(spaceCollection);
        if (found == null) {
            if (!made) {
                tenant.makeDatabase(ChromaNames.database(space));
                made = true;
            }
            // Collections of other programs have no metadata, so theirs get none here either.
            ObjectNode notes = spaceCollection == SpaceCollection.SIDE
                    ? RowFilters.object().put(PrivateCollection.SPACE, space.id())
                    : null;
            found = database.make(
                    layout.name(spaceCollection),
                    notes,
                    spaceCollection == SpaceCollection.SIDE ? PrivateCollection.configuration() : null);
            known.put(spaceCollection, found);
        }
        return found;
    }

    /** Returns the width of a collection's embeddings; 0: none yet. */
    synchronized int width(SpaceCollection spaceCollection) {
        ChromaCollection collection = find(spaceCollection);
        if (collection != null && collection.width() == 0) {
            known.remove(spaceCollection);
            collection = find(spaceCollection);
        }
        return collection == null ? 0 : collection.width();
    }

    List<ChromaDocument> get(SpaceCollection spaceCollection, List<String> ids) {
        ChromaCollection collection = ids.isEmpty() ? null : find(spaceCollection);
        return collection == null ? List.of() : collection.get(ids);
    }

    List<ChromaDocument> findAll(SpaceCollection spaceCollection, ObjectNode filter, ChromaCollection.RowPart part) {
        ChromaCollection collection = find(spaceCollection);
        return collection == null ? List.of() : collection.findAll(filter, part);
    }

    /** Returns the embeddings in use in a collection. Determined once and stored in the side collection. */
    synchronized RowVectors vectors(SpaceCollection spaceCollection) {
        RowVectors found = vectors.get(spaceCollection);
        if (found == null) {
            found = noted(spaceCollection);
            if (found == null) {
                found = settle(spaceCollection);
                ObjectNode note = RowFilters.object()
                        .put(MetadataKeys.TYPE, "vectors")
                        .put(MetadataKeys.NAME, found.name())
                        .put("daybook_width", found.width());
                String id = VECTORS + spaceCollection;
                need(SpaceCollection.SIDE)
                        .upsert(List.of(new ChromaDocument(id, note, null, PrivateCollection.embedding(id))));
            }
            vectors.put(spaceCollection, found);
        }
        return found;
    }

    private @Nullable RowVectors noted(SpaceCollection spaceCollection) {
        for (ChromaDocument note : get(SpaceCollection.SIDE, List.of(VECTORS + spaceCollection))) {
            JsonNode keys = note.metadata();
            return new RowVectors(
                    keys.path(MetadataKeys.NAME).asString(""),
                    keys.path("daybook_width").asInt(0));
        }
        return null;
    }

    private RowVectors settle(SpaceCollection spaceCollection) {
        ChromaCollection collection = find(spaceCollection);
        if (collection == null || collection.width() == 0) {
            return RowVectors.of(layout.embedder());
        }
        return RowVectors.probe(
                collection.find(null, RowVectors.PROBED, ChromaCollection.RowPart.VECTORS), collection.width());
    }
}
