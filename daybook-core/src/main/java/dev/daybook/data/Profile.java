package dev.daybook.data;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a scope holds, at a glance. The counts are exact.
 *
 * @param counts how many entries of each kind, closed facts and superseded notes too; kinds without any are left out
 * @param sessions how many conversations
 * @param firstSeen when the earliest episode happened; null without any
 * @param lastSeen when the latest episode happened; null without any
 * @param recentSessions up to ten, latest activity first
 * @param sampleFacts up to ten, the one learnt last first; closed ones too
 */
public record Profile(
        Scope scope,
        Map<Kind, Long> counts,
        long sessions,
        @Nullable OffsetDateTime firstSeen,
        @Nullable OffsetDateTime lastSeen,
        List<Session> recentSessions,
        List<Fact> sampleFacts) {
    public Profile {
        counts = Map.copyOf(counts);
        recentSessions = List.copyOf(recentSessions);
        sampleFacts = List.copyOf(sampleFacts);
    }

    /** How many entries of a kind there are. */
    public long count(Kind kind) {
        return counts.getOrDefault(kind, 0L);
    }
}
