package dev.daybook.server.proxy;

import dev.daybook.Memory;
import dev.daybook.error.RefusedTextException;
import dev.daybook.error.StaleVersionException;
import dev.daybook.internal.window.ExchangeWriter;
import dev.daybook.internal.window.ExchangeWriter.MessageMetadata;
import dev.daybook.internal.window.StorableText;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.outcome.Turn;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Filter;
import dev.daybook.query.RecentTurns;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The memory of one proxied call: its context, and the episode of its exchange. The episode is written whole each time,
 * under an id that all calls of the exchange share, so a repeated call changes nothing. Not thread-safe.
 */
final class ExchangeCapture {

    /** The name in the metadata of an episode of its own id: the context of a call leaves its exchange out. */
    private static final String EXCHANGE = "proxy.exchange";

    /** The name in the metadata of the id of the last answer at an upstream that keeps the conversation. */
    private static final String RESPONSE = "proxy.response";

    /** Turns of the session among which an open exchange is looked for. */
    private static final int LAST = 16;

    /**
     * The identity of a call among its repetitions.
     *
     * @param idempotency the key that the client gives a call and its repetitions; null: none
     * @param isRetry whether the client says that it repeats the call
     */
    record CallIdentity(@Nullable String idempotency, boolean isRetry) {}

    private final Memory memory;
    private final String session;
    private final ProxiedRequest request;
    private final RecentExchanges recent;
    private final CallIdentity identity;

    /** The messages in the log that the request continues; empty: it has its own question. */
    private List<Message> continued = List.of();

    private String id = "";
    private boolean isAsked;

    ExchangeCapture(
            Memory memory, String session, ProxiedRequest request, RecentExchanges recent, CallIdentity identity) {
        this.memory = memory;
        this.session = session;
        this.request = request;
        this.recent = recent;
        this.identity = identity;
    }

    /** Finds the episode of the exchange; returns whether there is anything to read or to write. */
    boolean find() {
        if (request.hasQuestion()) {
            String key = identity.idempotency();
            // With the place: a program may give one key to all its calls.
            id = key == null
                    ? placed()
                    : recent.episode(
                            recent.key(memory, session, "key " + key + " of " + request.place()),
                            same -> true,
                            this::placed);
            return true;
        }
        last().filter(episode -> request.continues() != null
                        && request.continues().equals(episode.metadata().get(RESPONSE)))
                .findFirst()
                .ifPresent(episode -> {
                    id = episode.id();
                    continued = episode.messages();
                    isAsked = true;
                });
        return isAsked;
    }

    /** The same words at the beginning of a conversation can be new ones, once the first have their answer. */
    private String placed() {
        return recent.episode(
                recent.key(memory, session, request.place()),
                same -> request.hasHistory()
                        || identity.isRetry()
                        || memory.find(Episode.class, same)
                                .filter(episode -> !isOpen(episode))
                                .isEmpty(),
                this::unplaced);
    }

    private static boolean isOpen(Episode episode) {
        return episode.isUnanswered() || episode.isBrokenOff();
    }

    /** A question without an answer is found in the log too: the process may have been another one. */
    private String unplaced() {
        return last().limit(1)
                .filter(episode -> isOpen(episode)
                        && episode.metadata().containsKey(EXCHANGE)
                        && episode.messages().get(0).equals(request.end().get(0)))
                .map(Episode::id)
                .findFirst()
                .orElseGet(() -> "chat_" + UUID.randomUUID());
    }

    /** Returns the last episodes of the session, the newest first. */
    private Stream<Episode> last() {
        List<String> ids = new ArrayList<>(memory.session(session).turns(LAST).stream()
                .map(Turn::episode)
                .distinct()
                .toList());
        Collections.reverse(ids);
        return ids.stream().flatMap(each -> memory.find(Episode.class, each).stream());
    }

    /** Returns the context of the question, without the exchange itself; empty if there is nothing to recall. */
    String context(int maxTokens) {
        Message question = continued.isEmpty() ? request.end().get(0) : continued.get(0);
        return memory.session(session)
                .context(
                        StorableText.question(question.shownText()),
                        ContextOptions.defaults()
                                .maxTokens(maxTokens)
                                .recent(
                                        request.hasHistory() || request.conversation() != null
                                                ? RecentTurns.none()
                                                : RecentTurns.all())
                                .filter(Filter.not(Filter.equal(EXCHANGE, id))))
                .text();
    }

    /** Writes the question unless the log has it; returns why the memory refused it. */
    Optional<RefusedTextException> ask() {
        Optional<Episode> there = memory.find(Episode.class, id);
        Optional<RefusedTextException> refusal =
                there.isEmpty() && continued.isEmpty() ? write(there, request.end(), Map.of()) : Optional.empty();
        isAsked = true;
        return refusal;
    }

    /**
     * Writes the exchange with the answer, unless the question was forgotten meanwhile.
     *
     * @return why the memory refused a text
     */
    Optional<RefusedTextException> answer(ModelAnswerParts parts) {
        Optional<Episode> there = memory.find(Episode.class, id);
        if (there.isEmpty() && isAsked) {
            return Optional.empty();
        }
        List<Message> whole = new ArrayList<>(continued);
        whole.addAll(request.end());
        parts.message().ifPresent(whole::add);
        Map<String, Object> metadata = new LinkedHashMap<>();
        if (parts.id() != null) {
            metadata.put(RESPONSE, parts.id());
        }
        if (!parts.isComplete()) {
            metadata.put(Episode.BROKEN_OFF, true);
        }
        return write(there, whole, metadata);
    }

    /** A long loop of tools is kept as its question and its last message: each write has all messages. */
    private Optional<RefusedTextException> write(
            Optional<Episode> there, List<Message> messages, Map<String, Object> metadata) {
        Map<String, Object> all = new LinkedHashMap<>(metadata);
        all.put(EXCHANGE, id);
        List<Message> kept = messages.size() <= 2 || ExchangeWriter.isSmall(messages)
                ? messages
                : List.of(messages.get(0), messages.get(messages.size() - 1));
        try {
            return Optional.ofNullable(new ExchangeWriter(memory, session, id, there.orElse(null))
                    .write(null, kept, all, MessageMetadata.NONE)
                    .refusal());
        } catch (StaleVersionException forgotten) {
            return Optional.empty();
        }
    }
}
