package dev.daybook.server.json;

import dev.daybook.data.Embedding;
import dev.daybook.data.Entry;
import dev.daybook.data.Episode;
import dev.daybook.data.Kind;
import dev.daybook.data.Message;
import dev.daybook.data.Method;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Origin;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.data.Session;
import dev.daybook.data.Settings;
import dev.daybook.data.ToolCall;
import dev.daybook.data.Trust;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    private final LineIds ids = new LineIds();

    /**
     * Reads lines for a space.
     *
     * @param scope where a line without {@code user} and {@code shared} belongs; its space is that of all lines
     * @param session the conversation of a line without {@code session}, or null
     */
    public Interchange(Scope scope, @Nullable String session) {
        this.scope = scope;
        this.session = session;
    }

    /**
     * Reads a line. An entry without an id gets one made from the content of the line, so that the same file read
     * again gives the same ids; the second line of the same content in one reading gets another than the first.
     *
     * @throws IllegalArgumentException if it is not a line of interchange; the message names field, value and remedy
     */
    public Line read(String text) {
        Map<String, @Nullable Object> object = Json.readObject(text);
        Fields fields = new Fields(object);
        String kind = fields.has("kind") ? fields.text("kind") : "episode";
        Line line = switch (kind) {
            case "episode" -> episode(fields, object);
            case "session" ->
                new Line.OfSession(
                        scope(fields), fields.text("id"), fields.optionalText("name"), fields.optionalTruth("private"));
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
        Line.OfSettings line = new Line.OfSettings(
                secrets == null ? null : Settings.Secrets.of(secrets),
                bank.optionalTruth("enabled"),
                bank.get("maxTokens") == null ? null : bank.count("maxTokens"),
                models.has("tokensPerDay") ? new Settings.Models(models.optionalCount("tokensPerDay")) : null);
        bank.done();
        models.done();
        return line;
    }

    private Line episode(Fields fields, Map<String, @Nullable Object> object) {
        // When it was written down is the business of the store that holds it; here it may stand for readers.
        fields.has("recordedAt");
        Scope place = scope(fields);
        NewEpisode episode = episode(fields).withOrigin(origin(fields));
        if (!fields.has("session")) {
            episode = episode.inSession(session);
        }
        // Asked for last: a line that is refused must not count as the first of its content.
        fields.done();
        boolean named = episode.id() != null;
        return new Line.OfEpisode(place, named ? episode : episode.withId(ids.of(Kind.EPISODE, object)), named);
    }

    /** What an episode says, wherever it stands; its origin is not read here. */
    static NewEpisode episode(Fields fields) {
        float[] embedding = fields.optionalNumbers("embedding");
        return new NewEpisode(
                fields.optionalText("id"),
                fields.optionalText("session"),
                fields.optionalTime("occurredAt"),
                messages(fields),
                toolCalls(fields),
                present(fields.object("metadata")),
                null,
                fields.has("trust") ? trust(fields) : null,
                embedding == null ? null : Embedding.of(embedding));
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
        Entry entry = read(kind, fields, place, id, origin, trust);
        fields.done();
        return new Line.OfEntry(
                place, given == null ? read(kind, fields, place, ids.of(kind, object), origin, trust) : entry);
    }

    private static Entry read(Kind kind, Fields fields, Scope place, String id, Origin origin, @Nullable Trust trust) {
        return switch (kind) {
            case FACT -> EntryLines.fact(fields, place, id, origin, trust);
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

    private static List<Message> messages(Fields fields) {
        List<Message> messages = new ArrayList<>();
        boolean listed = fields.has("messages");
        for (Fields message : fields.list("messages")) {
            messages.add(new Message(message.text("role"), message.optionalText("name"), message.text("text")));
            message.done();
        }
        String input = fields.optionalText("input");
        String output = fields.optionalText("output");
        if (listed && (input != null || output != null)) {
            throw new IllegalArgumentException(
                    "fields 'messages' and 'input' or 'output' are both given; use 'messages' alone");
        }
        if (!listed && input == null && output == null) {
            throw new IllegalArgumentException("field 'messages' is missing; give messages, or input and output");
        }
        if (input != null) {
            messages.add(Message.user(input));
        }
        if (output != null) {
            messages.add(Message.assistant(output));
        }
        return messages;
    }

    private static List<ToolCall> toolCalls(Fields fields) {
        List<ToolCall> calls = new ArrayList<>();
        for (Fields call : fields.list("toolCalls")) {
            String arguments = call.optionalText("arguments");
            calls.add(new ToolCall(
                    call.optionalText("id"),
                    call.text("name"),
                    arguments == null ? "" : arguments,
                    call.optionalText("result")));
            call.done();
        }
        return calls;
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
        Origin origin = new Origin(Origin.Source.of(parts.text("source")), parts.optionalText("writer"));
        parts.done();
        return origin;
    }

    private static @Nullable Trust trust(Fields fields) {
        String trust = fields.optionalText("trust");
        return trust == null ? null : Trust.of(trust);
    }

    private static Map<String, Object> present(Map<String, @Nullable Object> metadata) {
        Map<String, Object> present = new LinkedHashMap<>();
        metadata.forEach((name, value) -> {
            if (value == null || value instanceof Map || value instanceof List) {
                throw new IllegalArgumentException("field 'metadata." + name + "' is " + Fields.typeOf(value)
                        + "; use a text, a boolean or a number");
            }
            present.put(name, value);
        });
        return present;
    }

    /** The line of an entry. */
    public static String write(Scope scope, Entry entry) {
        if (entry instanceof Episode episode) {
            return Json.write(fieldsOf(scope, episode));
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
        return Json.write(line);
    }

    /** The line of the settings of a space. */
    public static String write(Settings settings) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("kind", "settings");
        line.putAll(Answers.settings(settings));
        return Json.write(line);
    }

    static Map<String, Object> fieldsOf(Settings.Bank bank) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("enabled", bank.enabled());
        fields.put("maxTokens", bank.maxTokens());
        return fields;
    }

    static Map<String, @Nullable Object> fieldsOf(Scope scope, Episode episode) {
        Map<String, @Nullable Object> line = start("episode", scope, episode.id());
        // Written also when it is null, or a later import with --session would move the episode there.
        line.put("session", episode.session());
        line.put("occurredAt", Times.format(episode.occurredAt()));
        line.put(
                "messages",
                episode.messages().stream().map(Interchange::fieldsOf).toList());
        if (!episode.toolCalls().isEmpty()) {
            line.put(
                    "toolCalls",
                    episode.toolCalls().stream().map(Interchange::fieldsOf).toList());
        }
        if (!episode.metadata().isEmpty()) {
            line.put("metadata", episode.metadata());
        }
        line.put("origin", fieldsOf(episode.origin()));
        line.put("trust", episode.trust().label());
        Embedding embedding = episode.embedding();
        if (embedding != null) {
            List<Float> numbers = new ArrayList<>(embedding.dimensions());
            for (float number : embedding.toArray()) {
                numbers.add(number);
            }
            line.put("embedding", numbers);
        }
        return line;
    }

    private static Map<String, @Nullable Object> start(String kind, Scope scope, String id) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("kind", kind);
        line.put("id", id);
        return place(line, scope);
    }

    /** Adds where something lies. */
    static Map<String, @Nullable Object> place(Map<String, @Nullable Object> line, Scope scope) {
        return scope.match(
                user -> with(line, "user", user.id()),
                anonymous -> with(line, "user", null),
                shared -> with(line, "shared", true));
    }

    private static Map<String, @Nullable Object> with(
            Map<String, @Nullable Object> line, String name, @Nullable Object value) {
        line.put(name, value);
        return line;
    }

    static Map<String, @Nullable Object> fieldsOf(Message message) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("role", message.role());
        if (message.name() != null) {
            fields.put("name", message.name());
        }
        fields.put("text", message.text());
        return fields;
    }

    private static Map<String, @Nullable Object> fieldsOf(ToolCall call) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        if (call.id() != null) {
            fields.put("id", call.id());
        }
        fields.put("name", call.name());
        fields.put("arguments", call.arguments());
        if (call.result() != null) {
            fields.put("result", call.result());
        }
        return fields;
    }

    static Object fieldsOf(Origin origin) {
        if (origin.writer() == null) {
            return origin.source().label();
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("source", origin.source().label());
        fields.put("writer", origin.writer());
        return fields;
    }
}
