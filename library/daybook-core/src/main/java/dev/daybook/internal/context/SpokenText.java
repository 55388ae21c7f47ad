package dev.daybook.internal.context;

import dev.daybook.internal.entries.EntryText.MessageText;
import dev.daybook.internal.recall.MemorySearch.Place;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.model.Episode;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;

/**
 * The text of one message with its trust. A context tells near-equal messages of one scope once: the newest of those with the
 * highest trust, in the place of the best of these. Decision 154.
 *
 * @param mayAnswer whether it has so few words that it may answer a question
 * @param asks whether it ends in a question
 */
record SpokenText(Said said, Trust trust, boolean mayAnswer, boolean asks) {

    /** Equal for near-equal messages of one scope. */
    record Said(Scope scope, MessageText text) {}

    static SpokenText of(Place place, Episode episode) {
        MessageText text = MessageText.of(episode.messages().get(place.index()));
        // What stands before an episode is not read here.
        boolean mayAnswer = text.isShort() && (place.index() == 0 || asks(episode, place.index() - 1));
        return new SpokenText(
                new Said(place.entry().scope(), text),
                episode.trustOf(place.index()),
                mayAnswer,
                asks(episode, place.index()));
    }

    private static boolean asks(Episode episode, int index) {
        return TermRecord.asks(episode.messages().get(index).text());
    }
}
