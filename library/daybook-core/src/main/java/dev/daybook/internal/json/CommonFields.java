package dev.daybook.internal.json;

import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields that entries of all kinds have in the interchange format: kind, id, scope, origin, trust, end, references. */
public final class CommonFields {

    static final String EXPIRES_AT = "expiresAt";

    private CommonFields() {}

    /** Starts a line with kind, id and scope. */
    public static Map<String, @Nullable Object> start(String kind, Scope scope, String id) {
        Map<String, @Nullable Object> line = PlainJson.object("kind", kind);
        line.put("id", id);
        return place(line, scope);
    }

    /** Adds a scope: {@code user}, {@code agent} or both, or {@code shared}. */
    static Map<String, @Nullable Object> place(Map<String, @Nullable Object> line, Scope scope) {
        return scope.fold(
                user -> with(line, "user", user.id()),
                agent -> with(agent.user() == null ? line : with(line, "user", agent.user()), "agent", agent.id()),
                anonymous -> with(line, "user", null),
                shared -> with(line, "shared", true));
    }

    private static Map<String, @Nullable Object> with(
            Map<String, @Nullable Object> line, String name, @Nullable Object value) {
        line.put(name, value);
        return line;
    }

    /**
     * Reads a scope.
     *
     * @param otherwise the scope of fields without {@code user}, {@code agent} and {@code shared}
     */
    public static Scope scope(JsonFields fields, Scope otherwise) {
        boolean shared = fields.truth("shared");
        boolean named = fields.has("user");
        String user = fields.optionalText("user");
        String agent = fields.optionalText("agent");
        if (shared && (user != null || agent != null)) {
            throw new IllegalArgumentException(
                    "fields '" + (user == null ? "agent" : "user") + "' and 'shared' are both given; use one of them");
        }
        if (shared) {
            return new Scope.Shared(otherwise.space());
        }
        if (agent != null) {
            return new Scope.Agent(otherwise.space(), user, agent);
        }
        if (!named) {
            return otherwise;
        }
        return user == null ? new Scope.Anonymous(otherwise.space()) : new Scope.User(otherwise.space(), user);
    }

    /** Reads {@code origin}; an entry without it is an import. */
    public static Origin origin(JsonFields fields) {
        Object value = fields.get("origin");
        if (value == null) {
            return Origin.IMPORT;
        }
        if (value instanceof String source) {
            return new Origin(Origin.Source.of(source), null);
        }
        JsonFields parts = fields.fields("origin");
        Origin origin = new Origin(
                Origin.Source.of(parts.text("source")), parts.optionalText("writer"), parts.optionalText("key"));
        parts.done();
        return origin;
    }

    /** Returns the value of {@code origin}: the label of its source, or an object if there is more to say. */
    public static Object origin(Origin origin) {
        if (origin.writer() == null && origin.key() == null) {
            return origin.source().label();
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("source", origin.source().label());
        put(fields, "writer", origin.writer());
        put(fields, "key", origin.key());
        return fields;
    }

    /** Adds the trust and the end of an entry. */
    static void end(Map<String, @Nullable Object> line, Entry entry) {
        line.put("trust", entry.trust().label());
        if (entry.expiresAt() != null) {
            line.put(EXPIRES_AT, entry.expiresAt().toString());
        }
    }

    /** Reads the provenance of an entry that is written anew. */
    public static Provenance provenance(JsonFields fields) {
        Origin origin = origin(fields);
        return Provenance.unwritten(
                        origin,
                        FieldType.TRUST.read(fields, "trust", origin.source().trust()))
                .expiring(FieldType.INSTANT.read(fields, EXPIRES_AT));
    }

    private static void put(Map<String, Object> fields, String name, @Nullable String value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    /** Returns the form of references to other entries; one without a scope is to an entry of the given scope. */
    static FieldType<List<EntryRef>> refs(Scope scope) {
        return new FieldType<>(
                (fields, name) ->
                        fields.list(name).stream().map(ref -> ref(scope, ref)).toList(),
                refs -> refs.stream().map(ref -> ref(scope, ref)).toList(),
                "give references");
    }

    private static EntryRef ref(Scope scope, JsonFields fields) {
        EntryRef ref = new EntryRef(scope(fields, scope), Kind.of(fields.text("kind")), fields.text("id"));
        fields.done();
        return ref;
    }

    private static Object ref(Scope scope, EntryRef ref) {
        Map<String, @Nullable Object> fields =
                PlainJson.object("kind", ref.kind().label());
        fields.put("id", ref.id());
        return ref.scope().equals(scope) ? fields : place(fields, ref.scope());
    }
}
