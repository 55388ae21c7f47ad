package dev.daybook.internal.interchange;

import dev.daybook.internal.json.CommonFields;
import dev.daybook.internal.json.EntryLines;
import dev.daybook.internal.json.EpisodeLines;
import dev.daybook.internal.json.FieldType;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.LineIds;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.settings.SettingsLines;
import dev.daybook.model.Entry;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.SummaryMethod;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads the interchange format: one JSON object a line, for an entry of any kind, a session or the settings of a space.
 * The lines of {@link InterchangeWriter} restore the same memory, with new positions and recording times of episodes.
 * Not thread-safe.
 */
public final class InterchangeReader {

    /** The placeholder for the id of a line without one, until the line is validated. */
    private static final String UNKNOWN = "-";

    private final Scope scope;
    private final @Nullable String session;
    private final @Nullable BiFunction<String, String, OffsetDateTime> times;
    private final LineIds ids = new LineIds();

    /** Reads lines of the space of a scope; a line without {@code user} and {@code shared} belongs to the scope. */
    public InterchangeReader(Scope scope) {
        this(scope, null, null);
    }

    /**
     * Reads lines with other defaults.
     *
     * @param scope the scope of a line without {@code user} and {@code shared}; its space is that of all lines
     * @param session the session of an episode without {@code session}, or null
     * @param times reads a time, from the name of its field for a message and its text; null: ISO 8601 with an offset
     */
    public InterchangeReader(
            Scope scope, @Nullable String session, @Nullable BiFunction<String, String, OffsetDateTime> times) {
        this.scope = scope;
        this.session = session;
        this.times = times;
    }

    /**
     * Reads a line. An entry without an id gets an id from the content of the line, so that the same file gives the
     * same ids; a second line with the same content gets another id.
     *
     * @throws IllegalArgumentException if the line is not in the interchange format; the message names field, value and
     *     remedy
     */
    public InterchangeLine read(String text) {
        Map<String, @Nullable Object> object = PlainJson.readObject(text);
        JsonFields fields = new JsonFields(object, times);
        String kind = fields.has("kind") ? fields.text("kind") : "episode";
        InterchangeLine line = switch (kind) {
            case "episode" -> episode(fields, object);
            case "session" ->
                new InterchangeLine.OfSession(
                        scope(fields),
                        fields.text("id"),
                        fields.optionalText("name"),
                        fields.optionalTruth("private"),
                        fields.optionalTime("created"),
                        fields.optionalNumber("retentionDays"));
            case "settings" -> new InterchangeLine.OfSettings(SettingsLines.read(fields));
            case "fact", "note", "block", "summary" -> entry(Kind.of(kind), fields, object);
            default -> throw fields.wrong("kind", kind, "episode, fact, note, block, summary, session or settings");
        };
        fields.done();
        return line;
    }

    private InterchangeLine episode(JsonFields fields, Map<String, @Nullable Object> object) {
        // The store assigns a new recording time; the time in a line is for readers.
        fields.has("recordedAt");
        Scope place = scope(fields);
        NewEpisode episode = EpisodeLines.read(fields)
                .origin(CommonFields.origin(fields))
                .trust(FieldType.TRUST.read(fields, "trust"));
        if (!fields.has("session")) {
            episode = episode.session(session);
        }
        // Asked for last: a line that is refused must not count as the first of its content.
        fields.done();
        boolean named = episode.id() != null;
        return new InterchangeLine.OfEpisode(place, named ? episode : episode.id(ids.of(Kind.EPISODE, object)), named);
    }

    private InterchangeLine entry(Kind kind, JsonFields fields, Map<String, @Nullable Object> object) {
        String given = fields.optionalText(kind == Kind.BLOCK && fields.has("name") ? "name" : "id");
        Scope place = scope(fields);
        Provenance provenance = CommonFields.provenance(fields);
        if (kind == Kind.BLOCK && given == null) {
            throw new IllegalArgumentException("field 'id' is missing; give the name of the block");
        }
        // Making an id counts the line, so it is made after the line was found good, as for an episode.
        String id = given == null ? UNKNOWN : given;
        if (kind == Kind.FACT && fields.optionalTime("recordedAt") == null) {
            entry(kind, fields, place, id, provenance, OffsetDateTime.MIN);
            fields.done();
            String made = given == null ? ids.of(kind, object) : given;
            return new InterchangeLine.OfUntimedFact(
                    place, made, time -> (Fact) entry(kind, fields, place, made, provenance, time));
        }
        Entry entry = entry(kind, fields, place, id, provenance, null);
        fields.done();
        return new InterchangeLine.OfEntry(
                place, given == null ? entry(kind, fields, place, ids.of(kind, object), provenance, null) : entry);
    }

    private static Entry entry(
            Kind kind,
            JsonFields fields,
            Scope place,
            String id,
            Provenance provenance,
            @Nullable OffsetDateTime factTime) {
        Entry entry = EntryLines.read(kind, fields, place, id, provenance, factTime);
        return entry instanceof Fact fact ? asserted(fact, fields) : entry;
    }

    /** A fact of a caller without the field ends no other and keeps its end: nothing says how it was stated. */
    private static Fact asserted(Fact fact, JsonFields fields) {
        Boolean singleValued = fields.optionalTruth(InterchangeWriter.SINGLE_VALUED);
        OffsetDateTime until = fields.optionalTime(InterchangeWriter.STATED_UNTIL);
        boolean isSingleValued = fact.method() != SummaryMethod.GIVEN || Boolean.TRUE.equals(singleValued);
        if (isSingleValued && until == null) {
            return fact;
        }
        OffsetDateTime unsaid = singleValued == null ? fact.validUntil() : fact.statedUntil();
        return fact.asserted(new Fact.Assertion(
                until == null ? unsaid : until, isSingleValued, fact.sources().size()));
    }

    private Scope scope(JsonFields fields) {
        return CommonFields.scope(fields, scope);
    }
}
