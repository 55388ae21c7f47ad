package dev.daybook.outcome;

import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An overview of a scope. The counts are exact.
 *
 * @param counts the number of entries by kind, including closed facts and superseded notes; a kind without entries is
 *     absent
 * @param sessions the number of sessions
 * @param firstSeen the time of the earliest episode; null without any
 * @param lastSeen the time of the latest episode; null without any
 * @param recentSessions up to ten sessions, latest activity first
 * @param sampleFacts up to ten facts, the latest learned first, including closed facts
 */
public record Profile(
        Scope scope,
        Map<Kind, Long> counts,
        long sessions,
        @Nullable OffsetDateTime firstSeen,
        @Nullable OffsetDateTime lastSeen,
        List<SessionInfo> recentSessions,
        List<Fact> sampleFacts) {
    public Profile {
        counts = Map.copyOf(counts);
        recentSessions = List.copyOf(recentSessions);
        sampleFacts = List.copyOf(sampleFacts);
    }

    /** Returns the number of entries of a kind. */
    public long count(Kind kind) {
        return counts.getOrDefault(kind, 0L);
    }
}
