package dev.daybook.internal.consolidate;

import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.Trust;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The messages of an episode for a text that is derived from them and names their speakers, such as a gist. The name of a
 * message that claims more than its trust gets a label: {@code user [trust: assistant]}. Messages with less trust than an
 * assistant get none, because the derived entry has the least trust of its sources, which is stated beside it.
 */
public final class ClaimedSpeakers {

    private ClaimedSpeakers() {}

    /** Returns the messages with the names of their speakers. */
    public static List<Message> named(Episode episode) {
        return IntStream.range(0, episode.messages().size())
                .mapToObj(index -> labelled(episode, index, episode.messages().get(index)))
                .toList();
    }

    /** Returns the messages with roles alone, for a text that leaves the scope. */
    public static List<Message> nameless(Episode episode) {
        return IntStream.range(0, episode.messages().size())
                .mapToObj(index ->
                        labelled(episode, index, episode.messages().get(index).withName(null)))
                .toList();
    }

    private static Message labelled(Episode episode, int index, Message message) {
        Trust trust = episode.trustOf(index);
        boolean isClaim = !trust.isBelow(Trust.ASSISTANT) && trust.isBelow(Trust.ofRole(message.role()));
        return isClaim ? message.withName(message.speaker() + " " + trust.inBrackets()) : message;
    }
}
