package dev.daybook.data;

import java.util.List;

/**
 * An entry that was recalled.
 *
 * @param scope where it lies: the scope that was asked, or what is shared in its space
 * @param score how well it fits; only hits of one recall compare
 * @param messages its messages by score, the best first; empty where messages were not scored
 * @param why what the score of its best message is made of, the largest part first
 * @param fallback whether it is here because nothing matched, so the newest were given
 */
public record Hit(
        Scope scope, Entry entry, double score, List<MessageScore> messages, List<ScoreReason> why, boolean fallback) {

    public Hit {
        messages = List.copyOf(messages);
        why = List.copyOf(why);
    }

    /** The score of one message: its index in the episode, from 0. */
    public record MessageScore(int index, double score) {}

    public Kind kind() {
        return entry.kind();
    }

    public String id() {
        return entry.id();
    }

    /** How far what it shows is believed: of an episode, the least of its messages. */
    public Trust trust() {
        return entry instanceof Episode episode ? episode.leastTrust() : entry.trust();
    }

    public String text() {
        return entry.text();
    }
}
