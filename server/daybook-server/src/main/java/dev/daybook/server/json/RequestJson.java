package dev.daybook.server.json;

import dev.daybook.internal.json.CommonFields;
import dev.daybook.internal.json.EpisodeLines;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.SettingsLines;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Filter;
import dev.daybook.query.Query;
import dev.daybook.query.RecentTurns;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Parses request bodies. Each method reads all fields and refuses unknown ones. */
public final class RequestJson {

    /** The session of a request that names none. */
    public static final String DEFAULT_SESSION = "default";

    private static final String FILTERS =
            "one of {\"equal\":{name:value}}, {\"oneOf\":{name:[values]}}, {\"atLeast\":{name:bound}},"
                    + " {\"atMost\":{name:bound}}, {\"greaterThan\":{name:bound}}, {\"lessThan\":{name:bound}},"
                    + " {\"between\":{name:[from,to]}}, {\"present\":name}, {\"all\":[filters]},"
                    + " {\"any\":[filters]}, {\"not\":filter}";

    private RequestJson() {}

    /**
     * Reads the episodes of a body: one for an object, one for each object of a list.
     *
     * @param isImport whether the caller may state any origin and trust
     */
    public static List<NewEpisode> episodes(@Nullable Object body, boolean isImport) {
        if (!(body instanceof List)) {
            return List.of(episode(new JsonFields(object("the body", body)), isImport));
        }
        Map<String, @Nullable Object> wrapped = new LinkedHashMap<>();
        wrapped.put("episodes", body);
        return new JsonFields(wrapped)
                .list("episodes").stream()
                        .map(fields -> fields.placed(each -> episode(each, isImport)))
                        .toList();
    }

    private static NewEpisode episode(JsonFields fields, boolean isImport) {
        NewEpisode episode = EpisodeLines.read(fields);
        episode = episode.origin(origin(fields, usual(episode), isImport));
        episode = isImport ? episode.trust(CommonFields.trust(fields)) : episode;
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
     * Reads the origin of an entry, or null. Unless it is imported, it can only lower the trust.
     *
     * @param usual the trust of the entry without an origin in the request
     */
    public static @Nullable Origin origin(JsonFields fields, Trust usual, boolean isImport) {
        if (fields.get("origin") == null) {
            return null;
        }
        return isImport ? CommonFields.origin(fields) : declared(fields, usual);
    }

    /** Reads the origin that a caller declares; the interface and the key decide on the trust. */
    private static Origin declared(JsonFields fields, Trust usual) {
        Origin origin = CommonFields.origin(fields);
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
                    "an origin with at most the trust " + usual.label()
                            + " (a caller can only lower the trust), or leave it out");
        }
        return origin;
    }

    /**
     * Reads {@code {query, by?, kinds?, limit?, from?, to?, session?, excludeSession?, asOf?, validAt?, filter?,
     * minimumScore?, minimumConfidence?, include?, fallback?}}.
     */
    public static Query query(JsonFields fields) {
        Query query = Query.of(fields.text("query"))
                .from(fields.optionalInstant("from"))
                .to(fields.optionalInstant("to"));
        String by = fields.optionalText("by");
        query = by == null ? query : query.by(Query.By.of(by));
        Integer limit = whole(fields, "limit");
        query = limit == null ? query : query.limit(limit);
        query = query.kinds(kinds(fields.texts("kinds")))
                .sessions(fields.texts("session"))
                .excludedSessions(fields.texts("excludeSession"))
                .asOf(fields.optionalInstant("asOf"))
                .validAt(fields.optionalInstant("validAt"))
                .filter(filter(fields));
        Object minimumScore = fields.get("minimumScore");
        if (minimumScore != null) {
            query = query.minimumScore(fields.decimal("minimumScore", 0));
        }
        query = query.minimumConfidence(minimumConfidence(fields));
        for (String include : fields.texts("include")) {
            if (!include.equals("shared")) {
                throw fields.wrong("include", include, "'shared', or leave it out");
            }
            query = query.shared(true);
        }
        return query.fallback(fields.truth("fallback"));
    }

    /** Reads the lowest confidence of a query; null if it is missing. */
    public static @Nullable Double minimumConfidence(JsonFields fields) {
        return fields.get("minimumConfidence") == null ? null : fields.decimal("minimumConfidence", 0);
    }

    /** Reads a whole number, possibly negative; null if it is missing. */
    public static @Nullable Integer whole(JsonFields fields, String name) {
        Object value = fields.get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof Long number && number == number.intValue()) {
            return number.intValue();
        }
        throw fields.wrong(name, value, "a whole number of 32 bits");
    }

    private static @Nullable Filter filter(JsonFields fields) {
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
            case "equal" -> each(path, inside, Filter::equal);
            case "atLeast" -> each(path, inside, Filter::atLeast);
            case "atMost" -> each(path, inside, Filter::atMost);
            case "greaterThan" -> each(path, inside, Filter::greaterThan);
            case "lessThan" -> each(path, inside, Filter::lessThan);
            case "between" -> between(path, object(path, inside));
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

    /** One condition for each name, all of which hold together. */
    private static Filter each(String path, @Nullable Object inside, BiFunction<String, Object, Filter> condition) {
        return Filter.all(object(path, inside).entrySet().stream()
                .map(entry -> condition.apply(entry.getKey(), value(path, entry.getValue())))
                .toArray(Filter[]::new));
    }

    private static Filter between(String path, Map<String, @Nullable Object> wanted) {
        return Filter.all(wanted.entrySet().stream()
                .map(entry -> {
                    if (!(entry.getValue() instanceof List<?> bounds) || bounds.size() != 2) {
                        throw new IllegalArgumentException("field '" + path + "." + entry.getKey()
                                + "' is no pair of bounds; give two numbers or two times, [from,to]");
                    }
                    return Filter.between(entry.getKey(), value(path, bounds.get(0)), value(path, bounds.get(1)));
                })
                .toArray(Filter[]::new));
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
            throw new IllegalArgumentException("field '" + path + "' compares with " + JsonFields.typeOf(value)
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
        return new IllegalArgumentException(
                "field '" + place + "' is " + JsonFields.typeOf(value) + "; use " + FILTERS);
    }

    /**
     * {@code maxTokens}, {@code asOf}, {@code keep}, {@code recent}, {@code kinds}, {@code filter}, {@code validAt}.
     */
    public static ContextOptions contextOptions(JsonFields fields) {
        Integer maxTokens = whole(fields, "maxTokens");
        ContextOptions options = ContextOptions.defaults()
                .asOf(fields.optionalInstant("asOf"))
                .keep(fields.truth("keep"))
                .recent(recent(fields))
                .kinds(kinds(fields.texts("kinds")))
                .filter(filter(fields))
                .validAt(fields.optionalInstant("validAt"));
        return maxTokens == null ? options : options.maxTokens(maxTokens);
    }

    /** Reads {@code none}, {@code all}, or a number of messages; all if it is missing. */
    public static RecentTurns recent(JsonFields fields) {
        Object value = fields.get("recent");
        if (value == null) {
            return RecentTurns.all();
        }
        return value instanceof String label
                ? RecentTurns.of(label)
                : RecentTurns.last(Objects.requireNonNull(whole(fields, "recent"), "it is there"));
    }

    /** Reads the labels of kinds. */
    public static List<Kind> kinds(List<String> labels) {
        return labels.stream().map(label -> Kind.of(label.strip())).toList();
    }

    /** Returns settings with the fields of the body; the others are unchanged. */
    public static SpaceSettings settings(JsonFields fields, SpaceSettings before) {
        UnaryOperator<SpaceSettings> change = SettingsLines.read(fields);
        fields.done();
        return change.apply(before);
    }

    /**
     * Reads the facts of a body: one for an object, one for each object of a list.
     *
     * @param scope the scope of sources that name none
     * @param isImport whether the caller may state any origin, trust, method and recording time
     */
    public static List<NewFact> facts(@Nullable Object body, Scope scope, boolean isImport) {
        if (!(body instanceof List)) {
            return List.of(fact(new JsonFields(object("the body", body)), scope, isImport));
        }
        Map<String, @Nullable Object> wrapped = new LinkedHashMap<>();
        wrapped.put("facts", body);
        return new JsonFields(wrapped)
                .list("facts").stream()
                        .map(fields -> fields.placed(each -> fact(each, scope, isImport)))
                        .toList();
    }

    private static NewFact fact(JsonFields fields, Scope scope, boolean isImport) {
        NewFact fact = NewFact.of(fields.text("subject"), fields.text("predicate"), fields.text("object"))
                .id(fields.optionalText("id"))
                .confidence(fields.decimal("confidence", 1))
                .validFrom(fields.optionalTime("validFrom"))
                .validUntil(fields.optionalTime("validUntil"))
                .sources(CommonFields.refs(fields, "sources", scope))
                .origin(origin(fields, Trust.USER, isImport));
        Boolean singleValued = fields.optionalTruth("singleValued");
        if (isImport) {
            fact = fact.trust(CommonFields.trust(fields))
                    .recordedAt(fields.optionalTime("recordedAt"))
                    .method(CommonFields.method(fields));
        }
        fields.done();
        return singleValued == null ? fact : fact.singleValued(singleValued);
    }

    private static Map<String, @Nullable Object> object(String what, @Nullable Object value) {
        if (!(value instanceof Map<?, ?>)) {
            throw new IllegalArgumentException(what + " is " + JsonFields.typeOf(value) + "; give an object, {…}");
        }
        @SuppressWarnings("unchecked") // the keys of parsed objects are strings
        Map<String, @Nullable Object> fields = (Map<String, @Nullable Object>) value;
        return fields;
    }

    /**
     * Reads the conditions of a selection: {@code session}, {@code before}, {@code kind} with {@code id},
     * {@code writer}, {@code origin}, {@code since}, {@code key}. Empty if none is given.
     */
    public static Optional<Selection.Matching> selection(JsonFields fields) {
        Instant before = fields.optionalInstant("before");
        Optional<Selection.Matching> others = written(
                fields.optionalText("session"),
                fields.optionalText("kind"),
                fields.optionalText("id"),
                fields.optionalText("writer"),
                fields.optionalText("origin"),
                fields.optionalInstant("since"),
                fields.optionalText("key"));
        return Stream.concat(others.stream(), Stream.ofNullable(before).map(Selection::before))
                .reduce(Selection.Matching::and);
    }

    /**
     * Reads a selection with a condition.
     *
     * @param remedy what to give if there is no condition, for the message
     */
    public static Selection.Matching condition(JsonFields fields, String remedy) {
        return selection(fields)
                .orElseThrow(() -> new IllegalArgumentException(
                        "none of 'session', 'before', 'kind' with 'id', 'writer', 'origin', 'since' and 'key' is given; "
                                + remedy));
    }

    /** Reads the selections of entries to leave out. */
    public static List<Selection> leftOut(JsonFields fields) {
        return fields.list("leftOut").stream()
                .<Selection>map(each -> {
                    Selection.Matching selection = selection(each)
                            .orElseThrow(() -> new IllegalArgumentException("a selection to leave out has no condition;"
                                    + " name an entry, a writer, an origin, a time or a session"));
                    each.done();
                    return selection;
                })
                .toList();
    }

    /** Builds a selection by writer from the given fields. Empty if none is given. */
    public static Optional<Selection.Matching> written(
            @Nullable String session,
            @Nullable String kind,
            @Nullable String id,
            @Nullable String writer,
            @Nullable String origin,
            @Nullable Instant since,
            @Nullable String key) {
        if ((kind == null) != (id == null)) {
            throw new IllegalArgumentException((kind == null ? "kind is null with an id" : "id is null with a kind")
                    + "; ids are unique per kind, so give both or none");
        }
        return Stream.of(
                        Stream.ofNullable(session).map(Selection::session),
                        Stream.ofNullable(kind)
                                .map(given -> Selection.entry(Kind.of(given), Objects.requireNonNull(id))),
                        Stream.ofNullable(writer).map(Selection::writer),
                        Stream.ofNullable(origin).map(given -> Selection.source(Origin.Source.of(given))),
                        Stream.ofNullable(since).map(Selection::since),
                        Stream.ofNullable(key).map(Selection::key))
                .flatMap(Function.identity())
                .reduce(Selection.Matching::and);
    }
}
