package dev.daybook.internal.statements;

import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.store.EntryKey;
import java.util.List;
import java.util.stream.Stream;

/**
 * The input of one call for facts: the new messages of some episodes, a few before them, and known facts.
 *
 * @param episodes the episodes to extract from, in the order of writing
 * @param messages the messages that the model reads, in order; their numbers begin with 1
 * @param known open facts about the people present, by which a model understands the messages
 */
record ExtractionWindow(List<Episode> episodes, List<WindowMessage> messages, List<Fact> known) {

    ExtractionWindow {
        episodes = List.copyOf(episodes);
        messages = List.copyOf(messages);
        known = List.copyOf(known);
    }

    static ExtractionWindow of(List<Episode> episodes, List<WindowMessage> earlier) {
        Stream<WindowMessage> fresh = episodes.stream().flatMap(episode -> WindowMessage.of(episode, true).stream());
        return new ExtractionWindow(
                episodes, Stream.concat(earlier.stream(), fresh).toList(), List.of());
    }

    ExtractionWindow knowing(List<Fact> known) {
        return new ExtractionWindow(episodes, messages, known);
    }

    /** Returns the number of messages to extract from. */
    int size() {
        return (int) messages.stream().filter(WindowMessage::isNew).count();
    }

    /** Returns the keys of the known facts. */
    List<EntryKey> knownKeys() {
        return known.stream().map(fact -> new EntryKey(Kind.FACT, fact.id())).toList();
    }

    /** Returns all episodes that the model reads, each once. */
    List<Episode> read() {
        return Stream.concat(messages.stream().map(WindowMessage::episode), episodes.stream())
                .distinct()
                .toList();
    }
}
