package dev.daybook.chroma;

import dev.daybook.data.Embedding;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An idempotent write or removal of one row. */
record Step(Shelf shelf, Action action, ChromaDocument row) {

    enum Action {
        /** Inserts or replaces a row with its embedding. */
        UPSERT,
        /** Changes keys of an existing row. */
        UPDATE,
        DELETE
    }

    static Step upsert(Shelf shelf, String id, ObjectNode keys, @Nullable String text, Embedding embedding) {
        return new Step(shelf, Action.UPSERT, new ChromaDocument(id, keys, text, embedding));
    }

    static Step side(String id, ObjectNode keys) {
        return upsert(Shelf.SIDE, id, keys, null, Side.embedding(id));
    }

    static Step update(Shelf shelf, String id, ObjectNode keys) {
        return new Step(shelf, Action.UPDATE, new ChromaDocument(id, keys, null, null));
    }

    static Step delete(Shelf shelf, String id) {
        return new Step(shelf, Action.DELETE, new ChromaDocument(id, Filters.object(), null, null));
    }

    /** Encodes the step for an intent. */
    String json() {
        ObjectNode step = Filters.object()
                .put("shelf", shelf.name())
                .put("action", action.name())
                .put("id", row.id())
                .put("text", row.text())
                .put("embedding", row.embedding() == null ? null : Floats.text(row.embedding()));
        step.set("keys", row.metadata());
        return step.toString();
    }

    static Step parse(JsonNode step) {
        String embedding = Keys.text(step, "embedding");
        return new Step(
                Shelf.valueOf(step.path("shelf").asString("")),
                Action.valueOf(step.path("action").asString("")),
                new ChromaDocument(
                        step.path("id").asString(""),
                        step.path("keys") instanceof ObjectNode keys ? keys : Filters.object(),
                        Keys.text(step, "text"),
                        embedding == null ? null : Floats.read(embedding)));
    }
}
