package dev.daybook.internal.consolidate;

import dev.daybook.model.EntryRef;
import dev.daybook.model.Scope;
import dev.daybook.model.SessionRef;
import dev.daybook.model.Summary;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The turns that session summaries already cover. A summary added by hand without sources covers its session up to the
 * time of its last source.
 */
public final class CoveredTurns {

    private final Map<Scope, Set<String>> covered = new HashMap<>();
    private final Map<String, Instant> until = new HashMap<>();

    public CoveredTurns(List<Summary> conversations) {
        for (Summary summary : conversations) {
            for (EntryRef ref : summary.covers()) {
                covered.computeIfAbsent(ref.scope(), unused -> new HashSet<>()).add(ref.id());
            }
            if (summary.covers().isEmpty() && summary.session() != null && summary.lastSourceAt() != null) {
                until.merge(
                        summary.session(),
                        summary.lastSourceAt().toInstant(),
                        (one, other) -> one.isAfter(other) ? one : other);
            }
        }
    }

    public boolean covers(SessionRef sessionRef, String episode, Instant time) {
        Instant mark = until.get(sessionRef.session());
        return covered.getOrDefault(sessionRef.scope(), Set.of()).contains(episode)
                || mark != null && !time.isAfter(mark);
    }
}
