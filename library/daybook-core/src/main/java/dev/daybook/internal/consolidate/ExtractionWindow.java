package dev.daybook.internal.consolidate;

import dev.daybook.model.Episode;
import java.util.List;
import java.util.stream.Stream;

/**
 * The messages of one call for facts: the new ones of some episodes, and a few before them.
 *
 * @param episodes the episodes to extract from, in the order of writing
 * @param messages the messages that the model reads, in order; their numbers begin with 1
 */
record ExtractionWindow(List<Episode> episodes, List<WindowMessage> messages) {

    ExtractionWindow {
        episodes = List.copyOf(episodes);
        messages = List.copyOf(messages);
    }

    static ExtractionWindow of(List<Episode> episodes, List<WindowMessage> earlier) {
        Stream<WindowMessage> fresh = episodes.stream().flatMap(episode -> WindowMessage.of(episode, true).stream());
        return new ExtractionWindow(
                episodes, Stream.concat(earlier.stream(), fresh).toList());
    }

    /** Returns the number of messages to extract from. */
    int size() {
        return (int) messages.stream().filter(WindowMessage::isNew).count();
    }

    /** Returns all episodes that the model reads, each once. */
    List<Episode> read() {
        return Stream.concat(messages.stream().map(WindowMessage::episode), episodes.stream())
                .distinct()
                .toList();
    }
}
