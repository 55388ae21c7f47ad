package dev.daybook.internal.recall;

import dev.daybook.internal.recall.MemorySearch.Place;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Hit;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The trust that a hit counts with in the {@link TrustShare}. An assistant's message that answers a message of the user in
 * one episode counts with the user's: the user's half has the trust of a user, which no writer of less trust can give it, so
 * an agent gains nothing by writing both halves. A message that stands beside one of the user in another episode stays an
 * assistant's, because any text can be put there. An answer after the result of a tool stays one too: it may repeat a page.
 */
public final class ExchangeTrust {

    private ExchangeTrust() {}

    /** Returns the trust of the best matching message, as the rest of an episode is only shown with it. */
    static Trust of(Hit hit) {
        return of(hit, hit.messages().isEmpty() ? -1 : hit.messages().get(0).index());
    }

    /** Returns the messages of hits that answer the user. */
    static Set<Place> answers(List<Hit> hits) {
        return hits.stream()
                .flatMap(hit -> hit.messages().stream()
                        .map(message -> new Place(ref(hit), message.index()))
                        .filter(place ->
                                spoken(hit, place.index()).isBelow(Trust.USER) && of(hit, place.index()) == Trust.USER))
                .collect(Collectors.toSet());
    }

    private static EntryRef ref(Hit hit) {
        return new EntryRef(hit.scope(), hit.kind(), hit.id());
    }

    private static Trust of(Hit hit, int message) {
        Trust trust = message < 0 ? hit.trust() : spoken(hit, message);
        return trust == Trust.ASSISTANT
                        && hit.entry() instanceof Episode episode
                        && message >= 0
                        && message < episode.messages().size()
                        && answersUser(episode, message)
                ? Trust.USER
                : trust;
    }

    private static boolean answersUser(Episode episode, int message) {
        int before = message;
        while (before >= 0 && isBy(episode, before, Message.ASSISTANT)) {
            before--;
        }
        return before >= 0 && isByUser(episode, before);
    }

    private static boolean isByUser(Episode episode, int message) {
        return isBy(episode, message, Message.USER) && !episode.trustOf(message).isBelow(Trust.USER);
    }

    private static boolean isBy(Episode episode, int message, String role) {
        return episode.messages().get(message).role().equals(role);
    }

    /** Returns the trust of a message of a hit, or of the whole hit if it is no episode or has no such message. */
    public static Trust spoken(Hit hit, int message) {
        return hit.entry() instanceof Episode episode
                        && message < episode.messages().size()
                ? episode.trustOf(message)
                : hit.trust();
    }
}
