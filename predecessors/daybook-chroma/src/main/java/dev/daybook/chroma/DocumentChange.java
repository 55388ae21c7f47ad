package dev.daybook.chroma;

import dev.daybook.model.Embedding;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An idempotent write or removal of one row. */
record DocumentChange(SpaceCollection shelf, Action action, ChromaDocument row) {

    enum Action {
        /** Inserts or replaces a row with its embedding. */
        UPSERT,
        /** Changes keys of an existing row. */
        UPDATE,
        DELETE
    }

    static DocumentChange upsert(
            SpaceCollection spaceCollection, String id, ObjectNode keys, @Nullable String text, Embedding embedding) {
        return new DocumentChange(spaceCollection, Action.UPSERT, new ChromaDocument(id, keys, text, embedding));
    }

    static DocumentChange side(String id, ObjectNode keys) {
        return upsert(SpaceCollection.SIDE, id, keys, null, PrivateCollection.embedding(id));
    }

    static DocumentChange update(SpaceCollection spaceCollection, String id, ObjectNode keys) {
        return new DocumentChange(spaceCollection, Action.UPDATE, new ChromaDocument(id, keys, null, null));
    }

    static DocumentChange delete(SpaceCollection spaceCollection, String id) {
        return new DocumentChange(
                spaceCollection, Action.DELETE, new ChromaDocument(id, RowFilters.object(), null, null));
    }

    /** Encodes the step for an intent. */
    String json() {
        ObjectNode step = RowFilters.object()
                .put("shelf", shelf.name())
                .put("action", action.name())
                .put("id", row.id())
                .put("text", row.text())
                .put("embedding", row.embedding() == null ? null : VectorEncoding.text(row.embedding()));
        step.set("keys", row.metadata());
        return step.toString();
    }

    static DocumentChange parse(JsonNode step) {
        String embedding = MetadataKeys.text(step, "embedding");
        return new DocumentChange(
                SpaceCollection.valueOf(step.path("shelf").asString("")),
                Action.valueOf(step.path("action").asString("")),
                new ChromaDocument(
                        step.path("id").asString(""),
                        step.path("keys") instanceof ObjectNode keys ? keys : RowFilters.object(),
                        MetadataKeys.text(step, "text"),
                        embedding == null ? null : VectorEncoding.read(embedding)));
    }
}
