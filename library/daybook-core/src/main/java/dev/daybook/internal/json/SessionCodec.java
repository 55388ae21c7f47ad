package dev.daybook.internal.json;

import static dev.daybook.internal.json.FieldType.COUNT;
import static dev.daybook.internal.json.FieldType.COUNTS;
import static dev.daybook.internal.json.FieldType.NUMBER;
import static dev.daybook.internal.json.FieldType.TEXT;
import static dev.daybook.internal.json.FieldType.TIME;
import static dev.daybook.internal.json.FieldType.TRUST;
import static dev.daybook.internal.json.FieldType.TRUTH;
import static dev.daybook.internal.json.FieldType.WHOLE;

import dev.daybook.model.Fact;
import dev.daybook.outcome.Profile;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.outcome.Turn;
import dev.daybook.query.SessionOptions;

/** The JSON forms of sessions, their options and turns, and of the profile of a scope. */
public final class SessionCodec {

    public static final RecordCodec<SessionInfo> SESSION = fields -> new SessionInfo(
            fields.required("id", TEXT, SessionInfo::id),
            fields.nullable("name", TEXT, SessionInfo::name),
            fields.required("created", TIME, SessionInfo::created),
            fields.required("lastActivity", TIME, SessionInfo::lastActivity),
            fields.required("episodes", COUNT, SessionInfo::episodes),
            fields.required("private", TRUTH, SessionInfo::isPrivate),
            fields.optional("retentionDays", NUMBER, SessionInfo::retentionDays));

    public static final RecordCodec<SessionOptions> OPTIONS = fields -> SessionOptions.UNCHANGED
            .name(fields.optional("name", TEXT, SessionOptions::name))
            .isPrivate(fields.optional("private", TRUTH, SessionOptions::isPrivate))
            .created(fields.optional("created", TIME, SessionOptions::created))
            .retentionDays(fields.optional("retentionDays", NUMBER, SessionOptions::retentionDays));

    public static final RecordCodec<Turn> TURN = fields -> new Turn(
            fields.required("episode", TEXT, Turn::episode),
            fields.required("position", COUNT, Turn::position),
            fields.required("index", WHOLE, Turn::index),
            fields.required("occurredAt", TIME, Turn::occurredAt),
            fields.inline(EpisodeLines.MESSAGE, Turn::message),
            fields.required("trust", TRUST, Turn::trust));

    public static final RecordCodec<Profile> PROFILE = fields -> {
        fields.shown("space", profile -> profile.scope().space().id());
        fields.shown("scope", profile -> profile.scope().code());
        return new Profile(
                fields.scope(),
                fields.required("counts", COUNTS, Profile::counts),
                fields.required("sessions", COUNT, Profile::sessions),
                fields.nullable("firstSeen", TIME, Profile::firstSeen),
                fields.nullable("lastSeen", TIME, Profile::lastSeen),
                fields.required("recentSessions", SESSION.list(fields.scope()), Profile::recentSessions),
                fields.required("sampleFacts", EntryAnswers.list(Fact.class, fields.scope()), Profile::sampleFacts));
    };

    private SessionCodec() {}
}
