package dev.daybook.chroma;

import dev.daybook.error.StoreException;
import dev.daybook.model.Embedding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A collection of the server.
 *
 * @param path the path of its calls
 * @param name its name
 * @param metadata the metadata of the collection itself
 * @param space the distance function of its vectors: {@code l2} by default
 * @param width the length of its vectors; 0: no vector yet
 * @param mostRows the limit of rows per request
 */
record ChromaCollection(
        ChromaServer server, String path, String name, JsonNode metadata, String space, int width, int mostRows) {

    /** Inserts or replaces rows; each must have an embedding. */
    void upsert(List<ChromaDocument> rows) {
        ObjectNode body = rows(rows);
        ArrayNode embeddings = body.putArray("embeddings");
        rows.forEach(row -> embeddings.add(base64(row.embedding())));
        written(server.post(path + "/upsert", body));
    }

    /** Changes keys of existing rows and keeps their embeddings; missing rows are ignored. */
    void update(List<ChromaDocument> rows) {
        written(server.post(path + "/update", rows(rows)));
    }

    private static ObjectNode rows(List<ChromaDocument> rows) {
        ObjectNode body = RowFilters.object();
        ArrayNode ids = body.putArray("ids");
        ArrayNode metadatas = body.putArray("metadatas");
        ArrayNode documents = body.putArray("documents");
        for (ChromaDocument row : rows) {
            ids.add(row.id());
            metadatas.add(row.metadata());
            documents.add(row.text());
        }
        return body;
    }

    private static String base64(@Nullable Embedding embedding) {
        if (embedding == null) {
            throw new IllegalStateException("a row is written without the embedding that every row needs");
        }
        return VectorEncoding.text(embedding);
    }

    void delete(Collection<String> ids) {
        List<String> all = List.copyOf(ids);
        for (int from = 0; from < all.size(); from += mostRows) {
            ObjectNode body = RowFilters.object();
            ArrayNode some = body.putArray("ids");
            all.subList(from, Math.min(all.size(), from + mostRows)).forEach(some::add);
            written(server.post(path + "/delete", body));
        }
    }

    private void written(ChromaServer.ChromaAnswer answer) {
        if (answer.missing()) {
            throw missingCollection();
        }
        if (answer.taken()) {
            throw broken("that a row exists already, to a call that allows it");
        }
    }

    /** The parts of a row to return beside its id. */
    enum RowPart {
        IDS,
        TEXTS,
        VECTORS
    }

    /** Returns the rows with these ids, in any order, without missing ones. */
    List<ChromaDocument> get(Collection<String> ids) {
        List<String> all = List.copyOf(ids);
        List<ChromaDocument> found = new ArrayList<>();
        for (int from = 0; from < all.size(); from += mostRows) {
            ObjectNode body = RowFilters.object();
            ArrayNode some = body.putArray("ids");
            all.subList(from, Math.min(all.size(), from + mostRows)).forEach(some::add);
            found.addAll(read(body, RowPart.TEXTS));
        }
        return found;
    }

    /** Returns matching rows up to a limit; a null filter matches all. */
    List<ChromaDocument> find(@Nullable ObjectNode filter, int limit, RowPart part) {
        ObjectNode body = RowFilters.object();
        if (filter != null) {
            body.set("where", filter);
        }
        body.put("limit", limit);
        return read(body, part);
    }

    /** Returns all matching rows, read page by page; the caller must prevent writes meanwhile. */
    List<ChromaDocument> findAll(ObjectNode filter, RowPart part) {
        List<ChromaDocument> found = new ArrayList<>();
        List<ChromaDocument> page;
        do {
            ObjectNode body = RowFilters.object();
            body.set("where", filter);
            body.put("limit", mostRows).put("offset", found.size());
            page = read(body, part);
            found.addAll(page);
        } while (page.size() == mostRows);
        return found;
    }

    private List<ChromaDocument> read(ObjectNode body, RowPart part) {
        ArrayNode include = body.putArray("include");
        if (part != RowPart.IDS) {
            include.add("metadatas").add("documents");
        }
        if (part == RowPart.VECTORS) {
            include.add("embeddings");
        }
        ChromaServer.ChromaAnswer answer = server.post(path + "/get", body);
        if (answer.missing()) {
            throw missingCollection();
        }
        return documents(answer.body(), part);
    }

    private List<ChromaDocument> documents(JsonNode answer, RowPart part) {
        JsonNode ids = answer.path("ids");
        JsonNode metadatas = answer.path("metadatas");
        JsonNode documents = answer.path("documents");
        JsonNode embeddings = answer.path("embeddings");
        boolean whole = ids.isArray()
                && (part == RowPart.IDS || metadatas.size() == ids.size() && documents.size() == ids.size())
                && (part != RowPart.VECTORS || embeddings.size() == ids.size());
        if (!whole) {
            throw broken("half an answer: " + ids.size() + " ids, " + metadatas.size() + " sets of keys, "
                    + documents.size() + " documents");
        }
        List<ChromaDocument> found = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            found.add(new ChromaDocument(
                    ids.get(i).asString(),
                    metadatas.path(i) instanceof ObjectNode keys ? keys : RowFilters.object(),
                    documents.path(i).isString() ? documents.path(i).asString() : null,
                    part == RowPart.VECTORS ? vector(embeddings.path(i)) : null));
        }
        return found;
    }

    private static @Nullable Embedding vector(JsonNode numbers) {
        float[] vector = new float[numbers.size()];
        for (int i = 0; i < vector.length; i++) {
            vector[i] = numbers.get(i).floatValue();
        }
        return vector.length == 0 ? null : Embedding.of(vector);
    }

    private StoreException missingCollection() {
        return new StoreException(
                "the collection " + name + " is no longer in Chroma at " + server.url()
                        + "; open the store again, which creates the missing collection",
                null,
                true);
    }

    private StoreException broken(String what) {
        return new StoreException(
                "Chroma at " + server.url() + " answered for the collection " + name + " with " + what
                        + "; see that nothing between changes answers, then call again",
                null,
                true);
    }
}
