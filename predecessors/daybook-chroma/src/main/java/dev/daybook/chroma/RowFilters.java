package dev.daybook.chroma;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Metadata filters of Chroma. Values appear only in value positions, so an id cannot act as an operator. */
final class RowFilters {

    private RowFilters() {}

    static ObjectNode is(String key, String value) {
        return on(key, object().put("$eq", value));
    }

    static ObjectNode is(String key, boolean value) {
        return on(key, object().put("$eq", value));
    }

    /** Matches another value or a missing key. */
    static ObjectNode isNot(String key, long value) {
        return on(key, object().put("$ne", value));
    }

    static ObjectNode above(String key, long value) {
        return on(key, object().put("$gt", value));
    }

    static ObjectNode upTo(String key, long value) {
        return on(key, object().put("$lte", value));
    }

    static ObjectNode all(ObjectNode... conditions) {
        ArrayNode list = ChromaServer.JSON.createArrayNode();
        for (ObjectNode condition : conditions) {
            list.add(condition);
        }
        ObjectNode all = object();
        all.set("$and", list);
        return all;
    }

    private static ObjectNode on(String key, ObjectNode comparison) {
        ObjectNode filter = object();
        filter.set(key, comparison);
        return filter;
    }

    static ObjectNode object() {
        return ChromaServer.JSON.createObjectNode();
    }
}
