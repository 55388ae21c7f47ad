package dev.daybook.server.json;

import dev.daybook.data.ContextOptions;
import dev.daybook.data.Filter;
import dev.daybook.data.Kind;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.NewFact;
import dev.daybook.data.Origin;
import dev.daybook.data.Query;
import dev.daybook.data.RecentTurns;
import dev.daybook.data.Selection;
import dev.daybook.data.Settings;
import dev.daybook.data.Trust;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses request bodies. Each method reads all fields and refuses unknown ones. */
public final class Requests {

    /** The session of a request that names none. */
    public static final String DEFAULT_SESSION = "default";

    private static final String FILTERS =
            "one of {\"equal\":{name:value}}, {\"oneOf\":{name:[values]}}, {\"present\":name}, {\"all\":[filters]},"
                    + " {\"any\":[filters]}, {\"not\":filter}";

    private Requests() {}

    /** Reads the episodes of a body: one for an object, one for each object of a list. */
    public static List<NewEpisode> episodes(@Nullable Object body) {
        if (!(body instanceof List)) {
            return List.of(episode(new Fields(object("the body", body))));
        }
        Map<String, @Nullable Object> wrapped = new LinkedHashMap<>();
        wrapped.put("episodes", body);
        return new Fields(wrapped)
                .list("episodes").stream().map(Requests::episode).toList();
    }

    private static NewEpisode episode(Fields fields) {
        NewEpisode episode = EpisodeLines.read(fields);
        if (fields.get("origin") != null) {
            episode = episode.withOrigin(origin(fields, usual(episode)));
        }
        fields.done();
        return episode;
    }

    /** The trust of an episode without an origin in the request. */
    private static Trust usual(NewEpisode episode) {
        return episode.messages().stream()
                .findFirst()
                .map(first -> Trust.ofRole(first.role()))
                .filter(trust -> trust == Trust.ASSISTANT || trust == Trust.TOOL)
                .orElse(Trust.USER);
    }

    /**
     * Reads the origin that a caller declares. It can only lower the trust, which the interface and the key decide on.
     */
    private static Origin origin(Fields fields, Trust usual) {
        Origin origin = Interchange.origin(fields);
        if (origin.key() != null) {
            throw new IllegalArgumentException(
                    "field 'origin.key' is given; leave it out, the server says which key wrote");
        }
        if (origin.source() == Origin.Source.DERIVATION) {
            throw fields.wrong("origin", "derivation", "user, assistant, tool or import: only Daybook itself derives");
        }
        if (origin.source().trust().compareTo(usual) < 0) {
            throw fields.wrong(
                    "origin",
                    origin.source().label(),
                    "one that is believed as " + usual.label()
                            + " or less, as what it is of: a caller can only lower that; or leave it out");
        }
        return origin;
    }

    /** {@code {query, by?, kinds?, limit?, from?, to?, session?, excludeSession?, asOf?, filter?, include?, explain?}}. */
    public static Query query(Fields fields) {
        Query query = Query.of(fields.text("query")).between(fields.optionalTime("from"), fields.optionalTime("to"));
        String by = fields.optionalText("by");
        query = by == null ? query : query.by(Query.By.of(by));
        Integer limit = whole(fields, "limit");
        query = limit == null ? query : query.limit(limit);
        query = query.kinds(kinds(texts(fields, "kinds")))
                .inSessions(distinct(fields, "session"))
                .notInSessions(distinct(fields, "excludeSession"))
                .asOf(fields.optionalTime("asOf"))
                .where(filter(fields));
        Object minimumScore = fields.get("minimumScore");
        if (minimumScore != null) {
            query = query.minimumScore(fields.decimal("minimumScore", 0));
        }
        for (String include : texts(fields, "include")) {
            if (!include.equals("shared")) {
                throw fields.wrong("include", include, "'shared', or leave it out");
            }
            query = query.includeShared();
        }
        return fields.truth("fallback") ? query.withFallback() : query;
    }

    private static String[] distinct(Fields fields, String name) {
        return texts(fields, name).stream().distinct().toArray(String[]::new);
    }

    /** Reads a text or a list of texts; empty if it is missing. */
    public static List<String> texts(Fields fields, String name) {
        Object value = fields.get(name);
        if (value == null) {
            return List.of();
        }
        if (value instanceof String text) {
            return List.of(text);
        }
        if (!(value instanceof List<?> list)) {
            throw fields.wrong(name, value, "a text or an array of texts");
        }
        List<String> texts = new ArrayList<>(list.size());
        for (Object item : list) {
            if (!(item instanceof String text)) {
                throw fields.wrong(name, item, "texts only");
            }
            texts.add(text);
        }
        return texts;
    }

    /** Reads a whole number, possibly negative; null if it is missing. */
    public static @Nullable Integer whole(Fields fields, String name) {
        Object value = fields.get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof Long number && number == number.intValue()) {
            return number.intValue();
        }
        throw fields.wrong(name, value, "a whole number of 32 bits");
    }

    private static @Nullable Filter filter(Fields fields) {
        Object filter = fields.get("filter");
        return filter == null ? null : filter("filter", filter);
    }

    private static Filter filter(String place, @Nullable Object value) {
        Map<String, @Nullable Object> object = object(place, value);
        if (object.size() != 1) {
            throw wrong(place, value);
        }
        String kind = object.keySet().iterator().next();
        Object inside = object.get(kind);
        String path = place + "." + kind;
        return switch (kind) {
            case "equal" -> Filter.all(equals(path, object(path, inside)));
            case "oneOf" -> oneOf(path, object(path, inside));
            case "present" -> {
                if (!(inside instanceof String name)) {
                    throw wrong(path, inside);
                }
                yield Filter.present(name);
            }
            case "all" -> Filter.all(filters(path, inside));
            case "any" -> Filter.any(filters(path, inside));
            case "not" -> Filter.not(filter(path, inside));
            default -> throw wrong(place, value);
        };
    }

    private static Filter[] equals(String path, Map<String, @Nullable Object> wanted) {
        return wanted.entrySet().stream()
                .map(entry -> Filter.equal(entry.getKey(), value(path, entry.getValue())))
                .toArray(Filter[]::new);
    }

    private static Filter oneOf(String path, Map<String, @Nullable Object> wanted) {
        Filter[] all = wanted.entrySet().stream()
                .map(entry -> {
                    if (!(entry.getValue() instanceof List<?> values)) {
                        throw wrong(path, entry.getValue());
                    }
                    Set<Object> distinct = new HashSet<>();
                    values.forEach(each -> distinct.add(value(path, each)));
                    return Filter.oneOf(entry.getKey(), distinct);
                })
                .toArray(Filter[]::new);
        return Filter.all(all);
    }

    private static Object value(String path, @Nullable Object value) {
        if (value == null || value instanceof Map || value instanceof List) {
            throw new IllegalArgumentException("field '" + path + "' compares with " + Fields.typeOf(value)
                    + "; use a text, a boolean or a number");
        }
        return value;
    }

    private static Filter[] filters(String path, @Nullable Object value) {
        if (!(value instanceof List<?> list)) {
            throw wrong(path, value);
        }
        return list.stream().map(each -> filter(path, each)).toArray(Filter[]::new);
    }

    private static IllegalArgumentException wrong(String place, @Nullable Object value) {
        return new IllegalArgumentException("field '" + place + "' is " + Fields.typeOf(value) + "; use " + FILTERS);
    }

    /** {@code maxTokens}, {@code asOf}, {@code keep}, {@code recent}, {@code kinds}, {@code filter}, {@code validAt}. */
    public static ContextOptions contextOptions(Fields fields) {
        Integer maxTokens = whole(fields, "maxTokens");
        ContextOptions options = ContextOptions.defaults()
                .asOf(fields.optionalTime("asOf"))
                .keep(fields.truth("keep"))
                .recent(recent(fields))
                .kinds(kinds(texts(fields, "kinds")))
                .filter(filter(fields))
                .validAt(fields.optionalTime("validAt"));
        return maxTokens == null ? options : options.maxTokens(maxTokens);
    }

    /** Reads {@code none}, {@code all}, or a number of messages; all if it is missing. */
    public static RecentTurns recent(Fields fields) {
        Object value = fields.get("recent");
        if (value == null) {
            return RecentTurns.all();
        }
        return value instanceof String label
                ? RecentTurns.of(label)
                : RecentTurns.last(Objects.requireNonNull(whole(fields, "recent"), "it is there"));
    }

    /** Reads a list of kinds, without duplicates. */
    public static Kind[] kinds(List<String> labels) {
        return labels.stream().map(label -> Kind.of(label.strip())).distinct().toArray(Kind[]::new);
    }

    /** Returns settings with the fields of the body; the others are unchanged. */
    public static Settings settings(Fields fields, Settings before) {
        Line.OfSettings line = Interchange.settings(fields);
        fields.done();
        return line.over(before);
    }

    public static NewFact fact(Fields fields) {
        NewFact fact = NewFact.of(fields.text("subject"), fields.text("predicate"), fields.text("object"))
                .withId(fields.optionalText("id"))
                .withConfidence(fields.decimal("confidence", 1))
                .validFrom(fields.optionalTime("validFrom"))
                .validUntil(fields.optionalTime("validUntil"));
        Boolean singleValued = fields.optionalTruth("singleValued");
        if (fields.get("origin") != null) {
            fact = fact.withOrigin(origin(fields, Trust.USER));
        }
        fields.done();
        return Boolean.FALSE.equals(singleValued) ? fact.manyValued() : fact;
    }

    private static Map<String, @Nullable Object> object(String what, @Nullable Object value) {
        if (!(value instanceof Map<?, ?>)) {
            throw new IllegalArgumentException(what + " is " + Fields.typeOf(value) + "; give an object, {…}");
        }
        @SuppressWarnings("unchecked") // the keys of parsed objects are strings
        Map<String, @Nullable Object> fields = (Map<String, @Nullable Object>) value;
        return fields;
    }

    /** Builds a selection by writer from the given fields. */
    public static Selection written(
            @Nullable String session,
            @Nullable String kind,
            @Nullable String id,
            @Nullable String writer,
            @Nullable String origin,
            @Nullable OffsetDateTime since,
            @Nullable String key) {
        Selection selection = new Selection(session, null, kind == null ? null : Kind.of(kind), id);
        if (writer != null) {
            selection = selection.andWriter(writer);
        }
        if (origin != null) {
            selection = selection.andSource(Origin.Source.of(origin));
        }
        if (key != null) {
            selection = selection.andKey(key);
        }
        return since == null ? selection : selection.andSince(since);
    }
}
