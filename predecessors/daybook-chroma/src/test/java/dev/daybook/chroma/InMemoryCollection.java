package dev.daybook.chroma;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A collection of {@link InMemoryChroma}: rows by id, in the order in which they came. */
final class InMemoryCollection {

    private final String id;
    private final String name;

    /** Rows of {@code id}, {@code metadata}, {@code document} and {@code embedding} in base 64. */
    private final Map<String, ObjectNode> rows = new LinkedHashMap<>();

    private JsonNode metadata;

    InMemoryCollection(String id, String name, JsonNode metadata) {
        this.id = id;
        this.name = name;
        this.metadata = orNull(metadata);
    }

    private static JsonNode orNull(JsonNode value) {
        return value.isMissingNode() ? JsonNodeFactory.instance.nullNode() : value;
    }

    static InMemoryCollection load(String id, String name, JsonNode dump) {
        InMemoryCollection loaded = new InMemoryCollection(id, name, dump.path("metadata"));
        dump.path("rows").forEach(row -> loaded.rows.put(row.path("id").asString(), (ObjectNode) row.deepCopy()));
        return loaded;
    }

    ObjectNode dump() {
        ObjectNode dump = RowFilters.object();
        dump.set("metadata", metadata);
        ArrayNode all = dump.putArray("rows");
        rows.keySet().stream().sorted().map(rows::get).forEach(all::add);
        return dump;
    }

    String id() {
        return id;
    }

    String name() {
        return name;
    }

    void metadata(JsonNode next) {
        metadata = next;
    }

    ObjectNode described() {
        ObjectNode described = RowFilters.object().put("id", id).put("name", name);
        described.set("metadata", metadata);
        return rows.isEmpty() ? described.putNull("dimension") : described.put("dimension", width());
    }

    private int width() {
        return VectorEncoding.read(
                        rows.values().iterator().next().path("embedding").asString())
                .dimensions();
    }

    /** Values of the request replace those of a row, null takes a key of the metadata away, the rest stays. */
    ObjectNode write(JsonNode body, boolean makes) {
        for (int i = 0; i < body.path("ids").size(); i++) {
            String row = body.path("ids").path(i).asString();
            if (makes || rows.containsKey(row)) {
                ObjectNode written = rows.computeIfAbsent(row, InMemoryCollection::fresh);
                change(written, body, i);
            }
        }
        return RowFilters.object();
    }

    private static ObjectNode fresh(String id) {
        ObjectNode row = RowFilters.object().put("id", id);
        row.putObject("metadata");
        return row.putNull("document");
    }

    private static void change(ObjectNode row, JsonNode body, int i) {
        ObjectNode keys = (ObjectNode) row.path("metadata");
        body.path("metadatas").path(i).properties().forEach(key -> {
            if (key.getValue().isNull()) {
                keys.remove(key.getKey());
            } else {
                keys.set(key.getKey(), key.getValue());
            }
        });
        if (body.path("documents").path(i).isString()) {
            row.set("document", body.path("documents").path(i));
        }
        if (body.path("embeddings").path(i).isString()) {
            row.set("embedding", body.path("embeddings").path(i));
        }
    }

    ObjectNode delete(JsonNode body) {
        body.path("ids").forEach(row -> rows.remove(row.asString()));
        return RowFilters.object();
    }

    ObjectNode get(JsonNode body) {
        Stream<ObjectNode> found = body.has("ids") ? underIds(body.path("ids")) : rows.values().stream();
        List<ObjectNode> page = found.filter(
                        row -> !body.has("where") || fits(row.path("metadata"), body.path("where")))
                .skip(body.path("offset").asInt(0))
                .limit(body.path("limit").asInt(Integer.MAX_VALUE))
                .toList();
        ObjectNode answer = RowFilters.object();
        ArrayNode ids = answer.putArray("ids");
        ArrayNode metadatas = answer.putArray("metadatas");
        ArrayNode documents = answer.putArray("documents");
        ArrayNode embeddings = answer.putArray("embeddings");
        for (ObjectNode row : page) {
            ids.add(row.path("id"));
            metadatas.add(row.path("metadata").deepCopy());
            documents.add(row.path("document"));
            ArrayNode vector = embeddings.addArray();
            for (float number :
                    VectorEncoding.read(row.path("embedding").asString()).toArray()) {
                vector.add(number);
            }
        }
        return answer;
    }

    private Stream<ObjectNode> underIds(JsonNode ids) {
        List<ObjectNode> found = new ArrayList<>();
        ids.forEach(row -> {
            if (rows.containsKey(row.asString())) {
                found.add(rows.get(row.asString()));
            }
        });
        return found.stream();
    }

    private static boolean fits(JsonNode keys, JsonNode filter) {
        return filter.properties().stream()
                .allMatch(condition -> condition.getKey().equals("$and")
                        ? condition.getValue().valueStream().allMatch(one -> fits(keys, one))
                        : compares(keys.path(condition.getKey()), condition.getValue()));
    }

    private static boolean compares(JsonNode value, JsonNode comparison) {
        return comparison.properties().stream().allMatch(operator -> switch (operator.getKey()) {
            case "$eq" -> same(value, operator.getValue());
            case "$ne" -> !same(value, operator.getValue());
            case "$gt" ->
                value.isNumber() && value.asLong() > operator.getValue().asLong();
            case "$lte" ->
                value.isNumber() && value.asLong() <= operator.getValue().asLong();
            default -> throw new IllegalArgumentException("the operator " + operator.getKey() + " is not served");
        });
    }

    private static boolean same(JsonNode value, JsonNode other) {
        return value.isNumber() && other.isNumber() ? value.asLong() == other.asLong() : value.equals(other);
    }
}
