package dev.daybook.internal.window;

import dev.daybook.Memory;
import dev.daybook.error.RefusedTextException;
import dev.daybook.error.StoreException;
import dev.daybook.internal.feed.ChangeFeed;
import dev.daybook.internal.window.ExchangeWriter.MessageMetadata;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.outcome.ChangePage;
import dev.daybook.outcome.MemoryChange;
import dev.daybook.outcome.Turn;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One question of a chat without a window, and its answer. {@link #ask} writes the question, {@link #answer} completes
 * the same episode. Not thread-safe.
 */
public final class OpenExchange {

    /** Turns of the session among which an unanswered question is looked for. */
    private static final int LAST = 16;

    /** The most by which the clocks of this process and of the store may differ. */
    private static final Duration CLOCKS = Duration.ofMinutes(1);

    private final Memory memory;
    private final String session;
    private final Message question;
    private final ExchangeWriter writer;
    private @Nullable String episode;
    private Map<String, Object> metadata = Map.of();

    /** The id of a question that was written with an unknown outcome. */
    private @Nullable String doubtful;

    /** The time before the question was written. */
    private Instant begun = Instant.MAX;

    private OpenExchange(Memory memory, String session, Message question) {
        this.memory = memory;
        this.session = session;
        this.question = question;
        this.writer = new ExchangeWriter(memory, session);
    }

    /** Returns the exchange with which a session ends, if its question has no answer. */
    public static Optional<OpenExchange> unanswered(Memory memory, String session) {
        return memory.session(session).turns(1).stream()
                .flatMap(turn -> open(memory, turn).stream())
                .map(episode -> {
                    OpenExchange exchange =
                            of(memory, session, episode.messages().get(0));
                    exchange.episode = episode.id();
                    return exchange;
                })
                .findFirst();
    }

    /** Creates an exchange; writes nothing. */
    public static OpenExchange of(Memory memory, String session, Message question) {
        return new OpenExchange(memory, session, question);
    }

    /** Returns the question, as the memory has it if it was found there. */
    public Message question() {
        return question;
    }

    /**
     * Writes the question. A program that repeats a failed call asks the same question again: if the session ends with
     * that question, unanswered, it is not written again.
     *
     * @return why the memory refused the question, which is withheld then
     */
    public Optional<RefusedTextException> ask() {
        if (find(1, this::isQuestion)) {
            return Optional.empty();
        }
        begun = Instant.now();
        try {
            return begin();
        } catch (StoreException failure) {
            doubtful = failure.ids().stream().findFirst().orElse(null);
            throw failure;
        }
    }

    private Optional<RefusedTextException> begin() {
        try {
            episode = writer.begin(question);
            return Optional.empty();
        } catch (RefusedTextException refusal) {
            if (!find(1, this::isWithheld)) {
                episode = writer.begin(ExchangeWriter.withheld(question));
            }
            return Optional.of(refusal);
        }
    }

    /**
     * Writes the end of the exchange: calls, results and the answer. If the question was not written before, because
     * the store failed, it is written with them; if it was forgotten meanwhile, it does not come back. A question of which
     * the store could not tell whether it has it is written only if nothing was forgotten since.
     *
     * @return why the memory refused a message, which is withheld then
     */
    public Optional<RefusedTextException> answer(List<Message> more) {
        List<Message> whole = new ArrayList<>(List.of(question));
        whole.addAll(more);
        if (episode == null && doubtful != null) {
            if (memory.find(Episode.class, doubtful).isPresent()) {
                episode = doubtful;
            } else if (isErasedSince(begun)) {
                return write(null, more);
            }
        }
        if (episode == null) {
            return write(null, whole);
        }
        Optional<Episode> asked = memory.find(Episode.class, episode);
        if (asked.isEmpty()) {
            return write(null, more);
        }
        if (isOpen(asked.get())) {
            return write(ExchangeWriter.hasRoom(asked.get(), more) ? asked.get() : null, more);
        }
        // Another call with the same question was answered first.
        return write(null, whole);
    }

    private Optional<RefusedTextException> write(@Nullable Episode exchange, List<Message> added) {
        return Optional.ofNullable(
                writer.write(exchange, added, metadata, MessageMetadata.NONE).refusal());
    }

    /** Marks the answer that is written next as the part that was shown before the caller went away. */
    public OpenExchange breakingOff() {
        metadata = Map.of(Episode.BROKEN_OFF, true);
        return this;
    }

    /** Completes an exchange whose question another call wrote; without one, only the end is written. */
    public Optional<RefusedTextException> resume(List<Message> more) {
        return find(LAST, this::isQuestion) || find(LAST, this::isWithheld) ? answer(more) : write(null, more);
    }

    private boolean isQuestion(Message stored) {
        return StoredForm.isOf(stored, question);
    }

    private boolean isWithheld(Message stored) {
        return stored.equals(ExchangeWriter.withheld(question));
    }

    private boolean find(int last, Predicate<Message> isAsked) {
        List<Turn> turns = memory.session(session).turns(last);
        for (int i = turns.size() - 1; i >= 0; i--) {
            Turn turn = turns.get(i);
            if (isAsked.test(turn.message()) && open(memory, turn).isPresent()) {
                episode = turn.episode();
                return true;
            }
        }
        return false;
    }

    /** Returns the episode of a turn, if it is a question without an answer. */
    private static Optional<Episode> open(Memory memory, Turn turn) {
        return memory.find(Episode.class, turn.episode()).filter(OpenExchange::isOpen);
    }

    private static boolean isOpen(Episode episode) {
        return episode.isUnanswered() && episode.messages().size() == 1;
    }

    /**
     * Returns whether an episode was erased or hidden since a time. No cursor is as old as a write whose outcome the store
     * could not tell, so all erasures are read; they are the first changes.
     */
    private boolean isErasedSince(Instant time) {
        String cursor = ChangeFeed.beforeErasures(memory.scope());
        while (true) {
            ChangePage page = memory.archive().changes(cursor, ChangeFeed.MAX_LIMIT);
            for (MemoryChange change : page.changes()) {
                if (!(change instanceof MemoryChange.Erased erased)) {
                    return false;
                }
                boolean isOfEpisodes = erased.everything() || erased.counts().containsKey(Kind.EPISODE);
                if (isOfEpisodes && erased.at().toInstant().isAfter(time.minus(CLOCKS))) {
                    return true;
                }
            }
            if (!page.more()) {
                return false;
            }
            cursor = page.next();
        }
    }
}
