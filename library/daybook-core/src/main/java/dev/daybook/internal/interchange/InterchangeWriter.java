package dev.daybook.internal.interchange;

import dev.daybook.internal.json.CommonFields;
import dev.daybook.internal.json.EntryLines;
import dev.daybook.internal.json.EpisodeLines;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.settings.SettingsLines;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Scope;
import dev.daybook.model.SummaryMethod;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.query.SpaceSettings;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the interchange format: one JSON object a line, for an entry of any kind, a session or the settings of a
 * space. {@link InterchangeReader} reads the lines again.
 */
public final class InterchangeWriter {

    /** The field of a fact of a caller that ends the one before. A fact without this field ends none. */
    static final String SINGLE_VALUED = "singleValued";

    /** The end that a fact was stated with, if another fact ended it before. */
    static final String STATED_UNTIL = "statedUntil";

    private InterchangeWriter() {}

    /** Returns a scope as lines: the sessions that their episodes do not describe in full, then all entries. */
    public static Stream<String> lines(Scope scope, List<SessionInfo> sessions, Stream<Entry> entries) {
        return Stream.concat(
                sessions.stream().filter(InterchangeWriter::isNotDerivable).map(session -> line(scope, session)),
                entries.map(entry -> line(scope, entry)));
    }

    /** Returns whether an import of the session's episodes alone would not restore the session. */
    private static boolean isNotDerivable(SessionInfo session) {
        return session.name() != null
                || session.episodes() == 0
                || session.isPrivate()
                || session.retentionDays() != null;
    }

    /** Returns the line of an entry. */
    public static String line(Scope scope, Entry entry) {
        if (entry instanceof Episode episode) {
            return PlainJson.write(EpisodeLines.fieldsOf(scope, episode));
        }
        Map<String, @Nullable Object> line = CommonFields.start(entry.kind().label(), scope, entry.id());
        EntryLines.write(line, scope, entry);
        if (entry instanceof Fact fact) {
            assertion(line, fact);
        }
        return PlainJson.write(line);
    }

    /** Adds how a fact was stated: an import computes its end and its repetitions again. */
    private static void assertion(Map<String, @Nullable Object> line, Fact fact) {
        if (fact.method() == SummaryMethod.GIVEN) {
            line.put(SINGLE_VALUED, fact.isStatedSingleValued());
        }
        OffsetDateTime until = fact.statedUntil();
        if (fact.supersededBy() != null && until != null) {
            line.put(STATED_UNTIL, IsoTimes.format(until));
        }
    }

    /** Returns the line of a session. */
    public static String line(Scope scope, SessionInfo session) {
        Map<String, @Nullable Object> line = CommonFields.start("session", scope, session.id());
        if (session.name() != null) {
            line.put("name", session.name());
        }
        if (session.isPrivate()) {
            line.put("private", true);
        }
        if (session.retentionDays() != null) {
            line.put("retentionDays", session.retentionDays());
        }
        line.put("created", IsoTimes.format(session.created()));
        return PlainJson.write(line);
    }

    /** Returns the line of the settings of a space. */
    public static String line(SpaceSettings settings) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("kind", "settings");
        line.putAll(SettingsLines.fieldsOf(settings));
        return PlainJson.write(line);
    }
}
