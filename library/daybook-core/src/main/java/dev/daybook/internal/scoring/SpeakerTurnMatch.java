package dev.daybook.internal.scoring;

import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.scoring.FirstHits.FirstHit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The second hop to the turns of the same speaker beside a first hit. Who tells something tells it in several turns, and
 * only one of them may name the subject; the others answer "when", "why" and "what else".
 */
final class SpeakerTurnMatch {

    /** The turn before counts in full, since the hit takes up what was said there; the turn after counts half. */
    private static final double AFTER = 0.5;

    private final ScopeIndex scopeIndex;
    private final Map<Integer, Double> values = new HashMap<>();

    private SpeakerTurnMatch(ScopeIndex scopeIndex) {
        this.scopeIndex = scopeIndex;
    }

    /** Scores from 0 to 1: at most two messages for each hit, by the weight of the hit. */
    static ScoreSignal of(ScopeIndex scopeIndex, List<FirstHit> hits) {
        SpeakerTurnMatch match = new SpeakerTurnMatch(scopeIndex);
        for (FirstHit hit : hits) {
            match.raise(match.turnBefore(hit.message()), hit.weight());
            match.raise(match.turnAfter(hit.message()), AFTER * hit.weight());
        }
        return new ScoreSignal(
                "same speaker",
                new SignalValues.Few(match.values, scopeIndex.messageCount()),
                message -> match.detail(message, hits));
    }

    private void raise(int message, double value) {
        if (message >= 0) {
            values.merge(message, value, Math::max);
        }
    }

    /** Returns the turn of the same speaker before a message, with at most one other turn between them, or -1. */
    private int turnBefore(int message) {
        int before = scopeIndex.previous(message);
        if (before >= 0 && !isSameSpeaker(before, message)) {
            before = scopeIndex.previous(before);
        }
        return before >= 0 && isSameSpeaker(before, message) ? before : -1;
    }

    /** Returns the turn of the same speaker after a message, with at most one other turn between them, or -1. */
    private int turnAfter(int message) {
        int after = scopeIndex.next(message);
        if (after >= 0 && !isSameSpeaker(after, message)) {
            after = scopeIndex.next(after);
        }
        return after >= 0 && isSameSpeaker(after, message) ? after : -1;
    }

    private boolean isSameSpeaker(int one, int other) {
        return scopeIndex.isByUser(one) == scopeIndex.isByUser(other)
                && scopeIndex.isByAssistant(one) == scopeIndex.isByAssistant(other)
                && Objects.equals(scopeIndex.name(one), scopeIndex.name(other));
    }

    private String detail(int message, List<FirstHit> hits) {
        double value = values.getOrDefault(message, 0.0);
        boolean before = hits.stream().anyMatch(hit -> hit.weight() == value && turnBefore(hit.message()) == message);
        return before ? "its speaker goes on to a hit" : "its speaker goes on from a hit";
    }
}
