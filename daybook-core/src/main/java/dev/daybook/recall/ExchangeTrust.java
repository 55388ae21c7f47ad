package dev.daybook.recall;

import dev.daybook.data.EntryRef;
import dev.daybook.data.Episode;
import dev.daybook.data.Hit;
import dev.daybook.data.Kind;
import dev.daybook.data.Message;
import dev.daybook.data.Origin;
import dev.daybook.data.Scope;
import dev.daybook.data.Trust;
import dev.daybook.recall.MemorySearch.Place;
import dev.daybook.store.EntryKey;
import dev.daybook.store.IndexRow;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * The trust that a hit counts with in the {@link TrustShare}. An assistant's message that answers a message of the user counts
 * with the user's: in one episode, or as the next message of the session if both halves have the same writer and key. The
 * user's half has the trust of a user, which no writer of less trust can give it, so an agent gains nothing by writing both
 * halves, nor by a half of its own beside one of the user. An answer after the result of a tool stays an assistant's: it may
 * repeat a page. For one search, while its locks are held.
 */
final class ExchangeTrust {

    private final List<ScoredScope> scopes;
    private final BiFunction<Scope, Episode, Optional<Episode>> reader;

    /** @param reader returns the episode before another one in its session, for an index that may not have it */
    ExchangeTrust(List<ScoredScope> scopes, BiFunction<Scope, Episode, Optional<Episode>> reader) {
        this.scopes = scopes;
        this.reader = reader;
    }

    /** Returns the trust of the best matching message, as the rest of an episode is only shown with it. */
    Trust of(Hit hit) {
        return of(hit, hit.messages().isEmpty() ? -1 : hit.messages().get(0).index());
    }

    /** Returns the messages of hits that answer the user. */
    Set<Place> answers(List<Hit> hits) {
        return hits.stream()
                .flatMap(hit -> hit.messages().stream()
                        .map(message -> new Place(ref(hit), message.index()))
                        .filter(place -> TrustShare.trust(hit, place.index()).isBelow(Trust.USER)
                                && of(hit, place.index()) == Trust.USER))
                .collect(Collectors.toSet());
    }

    private static EntryRef ref(Hit hit) {
        return new EntryRef(hit.scope(), hit.kind(), hit.id());
    }

    private Trust of(Hit hit, int message) {
        Trust trust = message < 0 ? hit.trust() : TrustShare.trust(hit, message);
        return trust == Trust.ASSISTANT
                        && hit.entry() instanceof Episode episode
                        && message >= 0
                        && message < episode.messages().size()
                        && answersUser(hit, episode, message)
                ? Trust.USER
                : trust;
    }

    private boolean answersUser(Hit hit, Episode episode, int message) {
        int before = message;
        while (before >= 0 && isBy(episode, before, Message.ASSISTANT)) {
            before--;
        }
        return before < 0
                ? before(hit, episode)
                        .filter(earlier -> !earlier.messages().isEmpty()
                                && isByUser(earlier, earlier.messages().size() - 1)
                                && isBySameWriter(earlier.origin(), episode.origin()))
                        .isPresent()
                : isByUser(episode, before);
    }

    private static boolean isBySameWriter(Origin one, Origin other) {
        return Objects.equals(one.key(), other.key()) && Objects.equals(one.writer(), other.writer());
    }

    private static boolean isByUser(Episode episode, int message) {
        return isBy(episode, message, Message.USER) && !episode.trustOf(message).isBelow(Trust.USER);
    }

    private static boolean isBy(Episode episode, int message, String role) {
        return episode.messages().get(message).role().equals(role);
    }

    /** Returns the episode before an episode in its session. */
    private Optional<Episode> before(Hit hit, Episode episode) {
        if (episode.session() == null) {
            return Optional.empty();
        }
        for (ScoredScope scope : scopes) {
            if (scope.scope().equals(hit.scope())) {
                return scope.scopeIndex().isPartial() ? reader.apply(scope.scope(), episode) : indexed(scope, episode);
            }
        }
        return Optional.empty();
    }

    private static Optional<Episode> indexed(ScoredScope scope, Episode episode) {
        ScopeIndex scopeIndex = scope.scopeIndex();
        int slot = scopeIndex.slotOf(new EntryKey(Kind.EPISODE, episode.id()));
        int before =
                slot < 0 ? -1 : scopeIndex.previous(scopeIndex.slots().get(slot).firstMessage());
        if (before < 0) {
            return Optional.empty();
        }
        IndexRow row = scopeIndex.slots().get(scopeIndex.slotOfMessage(before)).row();
        return Optional.ofNullable(scope.bodies().apply(List.of(row)).get(row.key()))
                .map(Episode.class::cast);
    }
}
