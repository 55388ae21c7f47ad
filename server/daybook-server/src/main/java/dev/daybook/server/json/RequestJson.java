package dev.daybook.server.json;

import dev.daybook.internal.json.EpisodeLines;
import dev.daybook.internal.json.FieldType;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.NewEntryCodec;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.settings.SettingsLines;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import dev.daybook.query.SpaceSettings;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Parses request bodies. Each method reads all fields and refuses unknown ones. */
public final class RequestJson {

    /** The session of a request that names none. */
    public static final String DEFAULT_SESSION = "default";

    private RequestJson() {}

    /**
     * Reads the episodes of a body: one for an object, one for each object of a list.
     *
     * @param isImport whether the caller may state any origin and trust
     */
    public static List<NewEpisode> episodes(@Nullable Object body, boolean isImport) {
        return oneOrMore("episodes", body, fields -> episode(fields, isImport));
    }

    /** Reads one episode, and refuses other fields. */
    public static NewEpisode episode(JsonFields fields, boolean isImport) {
        NewEpisode episode = EpisodeLines.read(fields);
        episode = episode.origin(FieldType.ORIGIN.read(fields, "origin"));
        checkOrigin(fields, episode.origin(), usual(episode), isImport);
        episode = isImport ? episode.trust(FieldType.TRUST.read(fields, "trust")) : episode;
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
     * Reads the facts of a body: one for an object, one for each object of a list.
     *
     * @param scope the scope of sources that name none
     * @param isImport whether the caller may state any origin, trust, method and recording time
     */
    public static List<NewFact> facts(@Nullable Object body, Scope scope, boolean isImport) {
        return oneOrMore("facts", body, fields -> fact(fields, scope, isImport));
    }

    private static NewFact fact(JsonFields fields, Scope scope, boolean isImport) {
        NewFact fact = (isImport ? NewEntryCodec.IMPORTED_FACT : NewEntryCodec.FACT).read(fields, scope);
        checkOrigin(fields, fact.origin(), Trust.USER, isImport);
        fields.done();
        return fact;
    }

    /** Reads the one field {@code fact} of a request that assesses a fact. */
    public static NewFact assessedFact(JsonFields fields, Scope scope, boolean isImport) {
        NewFact fact = fields.fields("fact").placed(given -> fact(given, scope, isImport));
        fields.done();
        return fact;
    }

    private static <T> List<T> oneOrMore(String name, @Nullable Object body, Function<JsonFields, T> reading) {
        if (!(body instanceof List)) {
            return List.of(reading.apply(new JsonFields(JsonFields.object("the body", body))));
        }
        return new JsonFields(PlainJson.object(name, body))
                .list(name).stream().map(fields -> fields.placed(reading)).toList();
    }

    /** Reads the origin that a caller states for an entry of a user, or null. */
    public static @Nullable Origin origin(JsonFields fields) {
        Origin origin = FieldType.ORIGIN.read(fields, "origin");
        checkOrigin(fields, origin, Trust.USER, false);
        return origin;
    }

    /**
     * Checks the origin that a caller states, or null. Unless the entry is imported, it can only lower the trust: the
     * interface and the key decide on the trust.
     *
     * @param usual the trust of the entry without an origin in the request
     */
    public static void checkOrigin(JsonFields fields, @Nullable Origin origin, Trust usual, boolean isImport) {
        if (isImport || origin == null) {
            return;
        }
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
    }

    /** Returns settings with the fields of the body; the others are unchanged. */
    public static SpaceSettings settings(JsonFields fields, SpaceSettings before) {
        UnaryOperator<SpaceSettings> change = SettingsLines.read(fields);
        fields.done();
        return change.apply(before);
    }
}
