package dev.daybook.outcome;

import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A search result.
 *
 * @param scope the scope of the entry: the searched scope, or the shared scope of its space
 * @param score the relevance; comparable only between hits of one recall
 * @param messages the messages by score, the best first; empty if messages were not scored
 * @param why the parts of the score of the best message, the largest first
 * @param fallback whether nothing matched and the newest entries were returned
 * @param copies the number of hits that this one stands for, itself included, if the query collapses near-equal texts; the
 *     entry is the newest of them. 1 for others
 */
public record Hit(
        Scope scope,
        Entry entry,
        double score,
        List<MessageScore> messages,
        List<ScoreReason> why,
        boolean fallback,
        int copies) {

    /** Creates a hit that stands for itself. */
    public Hit(
            Scope scope,
            Entry entry,
            double score,
            List<MessageScore> messages,
            List<ScoreReason> why,
            boolean fallback) {
        this(scope, entry, score, messages, why, fallback, 1);
    }

    public Hit {
        messages = List.copyOf(messages);
        why = List.copyOf(why);
    }

    /** The score of one message: its index in the episode, from 0. */
    public record MessageScore(int index, double score) {}

    /** Returns a copy with other reasons. */
    public Hit withWhy(List<ScoreReason> why) {
        return new Hit(scope, entry, score, messages, why, fallback, copies);
    }

    public Kind kind() {
        return entry.kind();
    }

    public String id() {
        return entry.id();
    }

    /** Returns the session that the entry belongs to or summarizes, or null. */
    public @Nullable String session() {
        return entry.session();
    }

    /** Returns the time of the event, or the start of a fact's validity. */
    public OffsetDateTime occurredAt() {
        return entry.occurredAt();
    }

    /** Returns the trust in the shown text: for an episode, the least trust of its messages. */
    public Trust trust() {
        return entry instanceof Episode episode ? episode.leastTrust() : entry.trust();
    }

    public String text() {
        return entry.text();
    }
}
