package dev.daybook.server.json;

import dev.daybook.data.Entry;
import dev.daybook.data.Episode;
import dev.daybook.data.Kind;
import dev.daybook.data.Method;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Origin;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.data.Session;
import dev.daybook.data.Settings;
import dev.daybook.data.Trust;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The interchange format: one JSON object a line, an entry of any kind, a session or the settings of the space. What is
 * written here and read again is the same memory; only places and when an episode was written down are new.
 */
public final class Interchange {

    /** Stands for the id of a line that has none, until the line is known to be good. */
    private static final String UNKNOWN = "-";

    private final Scope scope;
    private final @Nullable String session;
    private final @Nullable LocalTimes times;
    private final LineIds ids = new LineIds();

    /**
     * Reads lines for a space.
     *
     * @param scope where a line without {@code user} and {@code shared} belongs; its space is that of all lines
     * @param session the conversation of a line without {@code session}, or null
     */
    public Interchange(Scope scope, @Nullable String session) {
        this(scope, session, null);
    }

    /**
     * Reads lines whose times may have no offset.
     *
     * @param times reads them; null: they must have one
     */
    public Interchange(Scope scope, @Nullable String session, @Nullable LocalTimes times) {
        this.scope = scope;
        this.session = session;
        this.times = times;
    }

    /**
     * Reads a line. An entry without an id gets one made from the content of the line, so that the same file read
     * again gives the same ids; the second line of the same content in one reading gets another than the first.
     *
     * @throws IllegalArgumentException if it is not a line of interchange; the message names field, value and remedy
     */
    public Line read(String text) {
        Map<String, @Nullable Object> object = Json.readObject(text);
        Fields fields = new Fields(object, times);
        String kind = fields.has("kind") ? fields.text("kind") : "episode";
        Line line = switch (kind) {
            case "episode" -> episode(fields, object);
            case "session" ->
                new Line.OfSession(
                        scope(fields),
                        fields.text("id"),
                        fields.optionalText("name"),
                        fields.optionalTruth("private"),
                        fields.optionalTime("created"));
            case "settings" -> settings(fields);
            case "fact", "note", "block", "summary" -> entry(Kind.of(kind), fields, object);
            default -> throw fields.wrong("kind", kind, "episode, fact, note, block, summary, session or settings");
        };
        fields.done();
        return line;
    }

    static Line.OfSettings settings(Fields fields) {
        String secrets = fields.optionalText("secrets");
        Fields bank = fields.fields("bank");
        Fields models = fields.fields("models");
        Fields derivations = fields.fields("derivations");
        Line.OfSettings line = new Line.OfSettings(
                secrets == null ? null : Settings.Secrets.of(secrets),
                bank.optionalTruth("enabled"),
                bank.get("maxTokens") == null ? null : bank.count("maxTokens"),
                models.has("tokensPerDay") ? new Settings.Models(models.optionalCount("tokensPerDay")) : null,
                derivations.has("off")
                        ? Requests.texts(derivations, "off").stream()
                                .map(Settings.Derivation::of)
                                .collect(Collectors.toSet())
                        : null);
        derivations.done();
        bank.done();
        models.done();
        return line;
    }

    private Line episode(Fields fields, Map<String, @Nullable Object> object) {
        // When it was written down is the business of the store that holds it; here it may stand for readers.
        fields.has("recordedAt");
        Scope place = scope(fields);
        NewEpisode episode = EpisodeLines.read(fields)
                .withOrigin(origin(fields))
                .withTrust(fields.has("trust") ? trust(fields) : null);
        if (!fields.has("session")) {
            episode = episode.inSession(session);
        }
        // Asked for last: a line that is refused must not count as the first of its content.
        fields.done();
        boolean named = episode.id() != null;
        return new Line.OfEpisode(place, named ? episode : episode.withId(ids.of(Kind.EPISODE, object)), named);
    }

    private Line entry(Kind kind, Fields fields, Map<String, @Nullable Object> object) {
        String given = fields.optionalText(kind == Kind.BLOCK && fields.has("name") ? "name" : "id");
        Scope place = scope(fields);
        Origin origin = origin(fields);
        Trust trust = fields.has("trust") ? trust(fields) : null;
        if (kind == Kind.BLOCK && given == null) {
            throw new IllegalArgumentException("field 'id' is missing; give the name of the block");
        }
        // An id that is made counts how often its line was seen, so it is made last, as that of an episode.
        String id = given == null ? UNKNOWN : given;
        if (kind == Kind.FACT && fields.optionalTime("recordedAt") == null) {
            EntryLines.fact(fields, place, id, origin, trust, OffsetDateTime.MIN);
            fields.done();
            String made = given == null ? ids.of(kind, object) : given;
            return new Line.OfUntimedFact(
                    place, made, time -> EntryLines.fact(fields, place, made, origin, trust, time));
        }
        Entry entry = read(kind, fields, place, id, origin, trust);
        fields.done();
        return new Line.OfEntry(
                place, given == null ? read(kind, fields, place, ids.of(kind, object), origin, trust) : entry);
    }

    private static Entry read(Kind kind, Fields fields, Scope place, String id, Origin origin, @Nullable Trust trust) {
        return switch (kind) {
            case FACT -> EntryLines.fact(fields, place, id, origin, trust, fields.time("recordedAt"));
            case NOTE -> EntryLines.note(fields, place, id, origin, trust);
            case BLOCK -> EntryLines.block(fields, place, id, origin, trust);
            case SUMMARY -> EntryLines.summary(fields, place, id, origin, trust);
            case EPISODE -> throw new IllegalArgumentException("an episode is read by its messages");
        };
    }

    static List<Ref> refs(Fields fields, String name, Scope scope) {
        List<Ref> refs = new ArrayList<>();
        for (Fields ref : fields.list(name)) {
            refs.add(new Ref(scope(ref, scope), Kind.of(ref.text("kind")), ref.text("id")));
            ref.done();
        }
        return refs;
    }

    static Method method(Fields fields) {
        String method = fields.optionalText("method");
        return method == null ? Method.GIVEN : Method.of(method);
    }

    private Scope scope(Fields fields) {
        return scope(fields, scope);
    }

    private static Scope scope(Fields fields, Scope scope) {
        boolean shared = fields.truth("shared");
        boolean named = fields.has("user");
        String user = fields.optionalText("user");
        if (shared && user != null) {
            throw new IllegalArgumentException("fields 'user' and 'shared' are both given; use one of them");
        }
        if (shared) {
            return new Scope.Shared(scope.space());
        }
        if (!named) {
            return scope;
        }
        return user == null ? new Scope.Anonymous(scope.space()) : new Scope.User(scope.space(), user);
    }

    static Origin origin(Fields fields) {
        Object value = fields.get("origin");
        if (value == null) {
            return Origin.IMPORT;
        }
        if (value instanceof String source) {
            return new Origin(Origin.Source.of(source), null);
        }
        Fields parts = fields.fields("origin");
        Origin origin = new Origin(
                Origin.Source.of(parts.text("source")), parts.optionalText("writer"), parts.optionalText("key"));
        parts.done();
        return origin;
    }

    static @Nullable Trust trust(Fields fields) {
        String trust = fields.optionalText("trust");
        return trust == null ? null : Trust.of(trust);
    }

    /** The line of an entry. */
    public static String write(Scope scope, Entry entry) {
        if (entry instanceof Episode episode) {
            return Json.write(EpisodeLines.fieldsOf(scope, episode));
        }
        Map<String, @Nullable Object> line = start(entry.kind().label(), scope, entry.id());
        EntryLines.write(line, scope, entry);
        return Json.write(line);
    }

    /** The line of a conversation. */
    public static String write(Scope scope, Session session) {
        Map<String, @Nullable Object> line = start("session", scope, session.id());
        if (session.name() != null) {
            line.put("name", session.name());
        }
        if (session.isPrivate()) {
            line.put("private", true);
        }
        line.put("created", Times.format(session.created()));
        return Json.write(line);
    }

    /** The line of the settings of a space. */
    public static String write(Settings settings) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("kind", "settings");
        line.putAll(Answers.settings(settings));
        return Json.write(line);
    }

    /** A line with its kind, id and scope. */
    static Map<String, @Nullable Object> start(String kind, Scope scope, String id) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("kind", kind);
        line.put("id", id);
        return place(line, scope);
    }

    /** Adds where something lies. */
    static Map<String, @Nullable Object> place(Map<String, @Nullable Object> line, Scope scope) {
        return scope.fold(
                user -> with(line, "user", user.id()),
                anonymous -> with(line, "user", null),
                shared -> with(line, "shared", true));
    }

    private static Map<String, @Nullable Object> with(
            Map<String, @Nullable Object> line, String name, @Nullable Object value) {
        line.put(name, value);
        return line;
    }

    private static void put(Map<String, Object> fields, String name, @Nullable String value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    static Object fieldsOf(Origin origin) {
        if (origin.writer() == null && origin.key() == null) {
            return origin.source().label();
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("source", origin.source().label());
        put(fields, "writer", origin.writer());
        put(fields, "key", origin.key());
        return fields;
    }
}
